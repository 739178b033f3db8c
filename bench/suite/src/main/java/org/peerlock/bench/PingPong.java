package org.peerlock.bench;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.process.ChildProcesses;

/**
 * Measures the round trip of a message between two processes, over a blocking TCP connection. Half
 * of it is the shortest time in which a lock can go from one process to the next, if a sleeping
 * thread must be woken for it.
 */
final class PingPong {

    /** The size of a typical lock message. */
    private static final int BYTES = 32;

    private static final int START_TIMEOUT_MILLIS = 30_000;

    private PingPong() {}

    /** The process that echoes what it receives. */
    static final class Echo {

        private Echo() {}

        /** The argument is the address at which it listens. */
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(arguments[0]))) {
                server.setSoTimeout(START_TIMEOUT_MILLIS);
                System.out.println("ready host=" + arguments[0] + " port=" + server.getLocalPort());
                try (Socket socket = server.accept()) {
                    echo(socket);
                }
            }
        }

        private static void echo(Socket socket) throws IOException {
            socket.setTcpNoDelay(true);
            byte[] payload = new byte[BYTES];
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int read = in.read(payload); read > 0; read = in.read(payload)) {
                out.write(payload, 0, read);
            }
        }
    }

    /**
     * The main method of the other process. Its arguments are the address and the port of the first,
     * and the milliseconds to warm up and to measure. It prints the number of round trips.
     */
    public static void main(String[] arguments) throws IOException {
        try (Socket socket = new Socket(arguments[0], Integer.parseInt(arguments[1]))) {
            socket.setTcpNoDelay(true);
            roundTrips(socket, Integer.parseInt(arguments[2]));
            System.out.println(roundTrips(socket, Integer.parseInt(arguments[3])));
        }
    }

    /** The mean duration of a round trip between the first two hosts for workers. */
    static double roundTripNanos(BenchmarkHosts hosts, Path log, int warmUpMillis, int measureMillis)
            throws IOException {
        try (ServerProcess echo =
                ServerProcess.start(LockImplementation.LOCAL, Echo.class.getName(), hosts.worker(0), log)) {
            Map<String, String> address = echo.options();
            Process other = ChildProcesses.start(LockImplementation.LOCAL.process(
                    hosts.worker(1),
                    log,
                    PingPong.class.getName(),
                    Options.text(address, "host"),
                    Options.text(address, "port"),
                    Integer.toString(warmUpMillis),
                    Integer.toString(measureMillis)));
            try {
                String count = other.inputReader().readLine();
                if (count == null) {
                    throw new IOException("two processes cannot connect to each other");
                }
                return measureMillis * 1e6 / Long.parseLong(count);
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
