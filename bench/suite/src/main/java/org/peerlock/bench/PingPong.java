package org.peerlock.bench;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * What a message between two processes costs on this machine if nothing else happens: they send each other a few bytes, each waiting for
 * the other's, with nothing but blocking sockets. Half of a round trip is what a lock takes from one process to the next if somebody
 * has to be woken for it.
 */
final class PingPong {

    /** As many as a message about a lock has. */
    private static final int BYTES = 32;

    private static final int START_MILLIS = 30_000;

    private PingPong() {}

    /** The other process: sends back whatever comes. */
    public static void main(String[] arguments) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]))) {
            socket.setTcpNoDelay(true);
            byte[] ball = new byte[BYTES];
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int read = in.read(ball); read > 0; read = in.read(ball)) {
                out.write(ball, 0, read);
            }
        }
    }

    /** How many nanoseconds a round trip takes. */
    static double roundTripNanos(int warmUpMillis, int measureMillis) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(START_MILLIS);
            Process other = ChildProcesses.start(new ProcessBuilder(LockImplementation.LOCAL.command(
                            PingPong.class.getName(), Integer.toString(server.getLocalPort())))
                    .inheritIO());
            try (Socket socket = server.accept()) {
                socket.setTcpNoDelay(true);
                roundTrips(socket, warmUpMillis);
                return measureMillis * 1e6 / roundTrips(socket, measureMillis);
            } finally {
                ChildProcesses.end(other);
            }
        }
    }

    private static long roundTrips(Socket socket, int millis) throws IOException {
        byte[] ball = new byte[BYTES];
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        long count = 0;
        for (long end = System.nanoTime() + millis * 1_000_000L; System.nanoTime() - end < 0; count++) {
            out.write(ball);
            in.readFully(ball);
        }
        return count;
    }
}
