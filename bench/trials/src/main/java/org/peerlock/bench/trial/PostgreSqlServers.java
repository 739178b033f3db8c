package org.peerlock.bench.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.peerlock.bench.process.Programs;

/** One PostgreSQL server. */
final class PostgreSqlServers extends RegistryServers {

    private static final int PORT = 5432;
    private static final String USER = "trial";
    private static final String PASSWORD = "only-for-this-trial";
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private final Path postgres;

    PostgreSqlServers(List<TrialHost> hosts, Path directory) throws IOException, InterruptedException {
        super(hosts.subList(0, 1), directory);
        postgres = Programs.require("postgres", "postgresql", newestInstallation());
        var users = directory.getFileSystem().getUserPrincipalLookupService();
        UserPrincipal nobody = users.lookupPrincipalByName("nobody");
        Files.setOwner(directory, nobody);
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        Files.setOwner(password, nobody);
        List<String> create = program(postgres.resolveSibling("initdb"));
        create.addAll(List.of(
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C"));
        if (process(0, create).start().waitFor() != 0) {
            throw new IOException("initdb failed; its log is in " + directory);
        }
        Files.writeString(
                data().resolve("pg_hba.conf"), "host all all 0.0.0.0/0 scram-sha-256" + System.lineSeparator());
    }

    /** Debian has a directory for each version. */
    private static String newestInstallation() throws IOException {
        Path all = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(all)) {
            return all.toString();
        }
        try (Stream<Path> versions = Files.list(all)) {
            return versions.max(Comparator.naturalOrder())
                    .orElse(all)
                    .resolve("bin")
                    .toString();
        }
    }

    /** Servers refuse to run as root. */
    private static List<String> program(Path program) {
        List<String> command = new ArrayList<>(AS_NOBODY);
        command.add(program.toString());
        return command;
    }

    private Path data() {
        return directory().resolve("data");
    }

    @Override
    String url() {
        return "jdbc:postgresql://" + addresses() + "/postgres?user=" + USER + "&password=" + PASSWORD;
    }

    @Override
    int port() {
        return PORT;
    }

    @Override
    List<String> command(int server) {
        List<String> command = program(postgres);
        command.addAll(List.of(
                "-D",
                data().toString(),
                "-c",
                "listen_addresses=" + host(server).address(),
                "-c",
                "unix_socket_directories=" + directory(),
                "-c",
                "shared_buffers=16MB"));
        return command;
    }

    @Override
    boolean isLeader(int server) {
        return true;
    }
}
