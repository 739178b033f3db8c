package org.peerlock.bench;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.peerlock.bench.process.ChildProcesses;

/**
 * Measures the round trip of a message between two processes on this machine, over a blocking TCP
 * connection. Half of it is the shortest time in which a lock can go from one process to the next,
 * if a sleeping thread must be woken for it.
 */
final class PingPong {

    /** The size of a typical lock message. */
    private static final int BYTES = 32;

    private static final int START_TIMEOUT_MILLIS = 30_000;

    private PingPong() {}

    /** The main method of the other process, which echoes what it receives. */
    public static void main(String[] arguments) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]))) {
            socket.setTcpNoDelay(true);
            byte[] payload = new byte[BYTES];
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int read = in.read(payload); read > 0; read = in.read(payload)) {
                out.write(payload, 0, read);
            }
        }
    }

    /** The mean duration of a round trip. */
    static double roundTripNanos(int warmUpMillis, int measureMillis) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(START_TIMEOUT_MILLIS);
            Process other = ChildProcesses.start(new ProcessBuilder(LockImplementation.LOCAL.command(
                            PingPong.class.getName(), Integer.toString(server.getLocalPort())))
                    .inheritIO());
            try (Socket socket = server.accept()) {
                socket.setTcpNoDelay(true);
                roundTrips(socket, warmUpMillis);
                return measureMillis * 1e6 / roundTrips(socket, measureMillis);
            } finally {
                ChildProcesses.stop(other);
            }
        }
    }

    private static long roundTrips(Socket socket, int millis) throws IOException {
        byte[] payload = new byte[BYTES];
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        long count = 0;
        for (long end = System.nanoTime() + millis * 1_000_000L; System.nanoTime() - end < 0; count++) {
            out.write(payload);
            in.readFully(payload);
        }
        return count;
    }
}
