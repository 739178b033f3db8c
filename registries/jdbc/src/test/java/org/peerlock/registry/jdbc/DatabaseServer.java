package org.peerlock.registry.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.testkit.Eventually;
import org.peerlock.registry.testkit.ServerProgram;

/** A database server on the loopback address, as an ordinary user, with its data in a temporary directory. */
abstract class DatabaseServer implements AutoCloseable {

    static final String USER = "keeper";
    static final String PASSWORD = "pa55-of-the-keeper";

    /** The user and group {@code nobody}. */
    private static final String NOBODY = "65534";

    final Path directory;
    final InetSocketAddress address;
    private @Nullable Process process;

    DatabaseServer(Path directory) throws IOException {
        this.directory = directory;
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), ServerProgram.freePort());
        if (root()) {
            var users = directory.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(directory, users.lookupPrincipalByName("nobody"));
        }
    }

    private static boolean root() {
        return System.getProperty("user.name").equals("root");
    }

    /** The command that serves, in the foreground. */
    abstract List<String> command();

    /** The URL of the database at this address, without user and password. */
    abstract String url(InetSocketAddress server);

    /** The URL with user and password. */
    final String url() {
        return withCredentials(url(address), PASSWORD);
    }

    String withCredentials(String url, String password) {
        return url + "?user=" + USER + "&password=" + password;
    }

    final Path data() {
        return directory.resolve("data");
    }

    private Path log() {
        return directory.resolve("log");
    }

    /** Whether its programs must run as an ordinary user, as those of most servers must. */
    boolean refusesRoot() {
        return true;
    }

    private Process start(List<String> command) throws IOException {
        List<String> whole = new ArrayList<>();
        if (root() && refusesRoot()) {
            whole.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        whole.addAll(command);
        return new ProcessBuilder(whole)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    /** Runs a program to its end. */
    final void run(List<String> command) throws IOException, InterruptedException {
        if (start(command).waitFor() != 0) {
            throw new AssertionError(command.get(0) + " failed: " + Files.readString(log()));
        }
    }

    /** Starts the server, and returns when it serves. */
    final void start() throws Exception {
        Process started = start(command());
        process = started;
        ServerProgram.awaitPort(started, address, log());
        Eventually.await("the server has recovered", () -> serves(started));
    }

    private boolean serves(Process started) throws IOException {
        try {
            connect().close();
            return true;
        } catch (SQLException e) {
            if (!started.isAlive()) {
                throw new AssertionError("the server has ended: " + Files.readString(log()), e);
            }
            return false;
        }
    }

    /** Kills the server as {@code kill -9} does, and waits until all its processes are gone. */
    final void kill() {
        Process running = process;
        if (running != null) {
            List<ProcessHandle> all = new ArrayList<>(List.of(running.toHandle()));
            running.descendants().forEach(all::add);
            for (ProcessHandle each : all) {
                each.destroyForcibly();
                each.onExit().join();
            }
        }
    }

    @Override
    public void close() {
        kill();
    }

    final Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Executes statements as the administrator. */
    final void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row. */
    final String query(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Waits until a query gives this answer. */
    final void await(String sql, String answer) throws Exception {
        Eventually.await(
                "the answer is " + answer + ": " + sql, () -> query(sql).equals(answer));
    }
}
