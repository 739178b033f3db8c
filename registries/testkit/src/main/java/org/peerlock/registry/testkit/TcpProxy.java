package org.peerlock.registry.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a client and a server on this machine, and can break their connections in the ways
 * that networks do.
 */
public final class TcpProxy implements AutoCloseable {

    private final InetSocketAddress server;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean dropsReplies;

    /** Listens at a free port of the loopback address. */
    public TcpProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon("accepts", this::accept);
    }

    /** Where clients connect. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
    }

    /** Resets all connections. New ones work. */
    public void reset() {
        for (Socket socket : open) {
            try {
                socket.setSoLinger(true, 0); // then closing sends a reset
            } catch (IOException e) {
                // it is closed already
            }
            close(socket);
        }
    }

    /** From now on the server gets all requests, and the clients get no reply. New connections fall silent, too. */
    public void dropReplies() {
        dropsReplies = true;
    }

    /** From now on everything passes again. What was dropped is lost, so connections that were silent are reset. */
    public void pass() {
        reset();
        dropsReplies = false;
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            // nobody can connect any more in any case
        }
        reset();
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                open.add(client);
                Socket upstream = new Socket();
                open.add(upstream);
                try {
                    upstream.connect(server);
                    daemon("requests", () -> copy(client, upstream, false));
                    daemon("replies", () -> copy(upstream, client, true));
                } catch (IOException e) {
                    close(client); // the server is away
                    close(upstream);
                }
            } catch (IOException e) {
                // closed, or a connection was reset before it was accepted
            }
        }
    }

    private void copy(Socket from, Socket to, boolean replies) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (!replies || !dropsReplies) {
                    out.write(buffer, 0, length);
                }
            }
        } catch (IOException e) {
            // it ends for both sides
        } finally {
            close(from);
            close(to);
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // it was closed already
        }
    }
}
