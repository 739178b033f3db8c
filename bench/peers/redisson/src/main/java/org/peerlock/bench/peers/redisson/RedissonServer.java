package org.peerlock.bench.peers.redisson;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import redis.embedded.RedisServer;

/**
 * A Redis server with default settings on a free port of the address that is its argument. It exits at the
 * end of its standard input.
 */
public final class RedissonServer {

    private RedissonServer() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream replies = System.out;
        System.setOut(System.err);
        Path data = Files.createTempDirectory("redis");
        try {
            serve(arguments[0], data, replies);
        } finally {
            delete(data);
        }
    }

    private static void serve(String address, Path data, PrintStream replies) throws IOException {
        int port = freePort(address);
        RedisServer server = RedisServer.newRedisServer()
                .bind(address)
                .port(port)
                .setting("dir " + data)
                .build();
        server.start();
        replies.println("ready host=" + address + " port=" + port);
        System.in.transferTo(OutputStream.nullOutputStream());
        server.stop();
    }

    private static int freePort(String address) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}
