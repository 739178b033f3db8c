package org.peerlock.bench.peers.curator;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/**
 * One ZooKeeper server on a free port of the address that is its argument. It syncs each write to disk, as is
 * its default. It exits at the end of its standard input.
 */
public final class CuratorServer {

    private CuratorServer() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream replies = System.out;
        System.setOut(System.err);
        Path data = Files.createTempDirectory("zookeeper");
        try (ZooKeeperServerEmbedded server = ZooKeeperServerEmbedded.builder()
                .baseDir(data)
                .configuration(configuration(arguments[0]))
                .exitHandler(ExitHandler.LOG_ONLY)
                .build()) {
            server.start();
            String connection = server.getConnectionString();
            replies.println(
                    "ready host=" + arguments[0] + " port=" + connection.substring(connection.indexOf(':') + 1));
            System.in.transferTo(OutputStream.nullOutputStream());
        } finally {
            delete(data);
        }
    }

    private static Properties configuration(String address) {
        Properties configuration = new Properties();
        configuration.setProperty("clientPortAddress", address);
        configuration.setProperty("clientPort", "0");
        configuration.setProperty("admin.enableServer", "false");
        return configuration;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}
