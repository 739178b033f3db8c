package org.peerlock.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between two nodes, and cuts connections in the middle of the data in transit. */
final class Proxy implements AutoCloseable {

    private final int target;
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();

    Proxy(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int accepted() {
        return accepted.get();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = server.accept();
                accepted.incrementAndGet();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(from);
                sockets.add(to);
                start(() -> pump(from, to));
                start(() -> pump(to, from));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            byte[] bytes = new byte[4096];
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                to.getOutputStream().write(bytes, 0, length);
            }
        } catch (IOException e) {
            // one of them was cut, and so is the other
        } finally {
            reset(from);
            reset(to);
        }
    }

    /** Ends all connections at once. */
    void cut() {
        sockets.forEach(this::reset);
    }

    private void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
        sockets.remove(socket);
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
