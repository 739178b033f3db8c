package org.peerlock.registry.jdbc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.Deadline;

/**
 * The one connection of a store. Calls use it one after the other. It is opened by the first call,
 * and anew by the first call after an error.
 *
 * <p>Every call has a time limit. Drivers ignore interrupts, so two things end a call: the timeout
 * of the socket after seven eighths of the time, and then {@link Connection#abort}, which also ends
 * replies that arrive drop by drop. Statements are never cancelled: PostgreSQL would acknowledge a
 * commit whose standby is missing.
 */
final class OwnConnection {

    /** What a call does with the connection. */
    interface Work<T> {
        T run(Connection connection, Dialect dialect) throws SQLException, IOException;
    }

    private final Connector connector;
    private final String table;
    private final ReentrantLock inUse = new ReentrantLock();
    private final ScheduledThreadPoolExecutor aborts;
    private volatile String location;
    private volatile @Nullable Opened opened;
    private volatile boolean closed;

    /** A connection that is ready for use, and how it was before. */
    private record Opened(Connection connection, Dialect dialect, boolean autoCommit, int isolation, int timeout) {}

    OwnConnection(Connector connector, String table) {
        this.connector = connector;
        this.table = table;
        location = connector.location();
        aborts = new ScheduledThreadPoolExecutor(1, OwnConnection::daemon);
        aborts.setRemoveOnCancelPolicy(true);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "peerlock-registry-jdbc");
        thread.setDaemon(true);
        return thread;
    }

    /** Where the connection leads to, as far as it is known. Without secrets. */
    String location() {
        return location;
    }

    /** What the driver says, without secrets. */
    String message(SQLException exception) {
        return DriverMessage.of(exception, connector.secrets());
    }

    /**
     * Lets a call use the connection.
     *
     * @throws SQLException if the work failed; the connection is not used again
     * @throws IOException if the work did not begin, or as the work throws it
     */
    <T> T use(Duration timeout, Work<T> work) throws SQLException, IOException {
        Deadline deadline = Deadline.in(timeout);
        lock(deadline);
        boolean done = false;
        try {
            if (closed) {
                throw new IOException("the store is closed");
            }
            Opened current = opened;
            if (current == null) {
                current = open(deadline);
            }
            T result = within(deadline, current.connection(), workOn(current, work));
            done = true;
            return result;
        } finally {
            if (!done) {
                discard();
            }
            inUse.unlock();
            if (closed) {
                close();
            }
        }
    }

    private void lock(Deadline deadline) throws IOException {
        try {
            if (!inUse.tryLock(deadline.leftNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("another call used the connection for the whole time limit");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another call used the connection");
        }
    }

    private interface Step<T> {
        T run() throws SQLException, IOException;
    }

    private static <T> Step<T> workOn(Opened opened, Work<T> work) {
        return () -> work.run(opened.connection(), opened.dialect());
    }

    /** Runs a step, and ends it at this time at the latest. */
    private <T> T within(Deadline deadline, Connection connection, Step<T> step) throws SQLException, IOException {
        long nanos = remaining(deadline);
        limitReplies(connection, nanos);
        Future<?> abort = aborts.schedule(() -> abort(connection), nanos / 16 * 15, TimeUnit.NANOSECONDS);
        try {
            return step.run();
        } finally {
            abort.cancel(false);
        }
    }

    private static long remaining(Deadline deadline) throws IOException {
        long nanos = deadline.leftNanos();
        if (nanos == 0) {
            throw new IOException("the time limit passed before anything was sent");
        }
        return nanos;
    }

    private void limitReplies(Connection connection, long nanos) throws IOException {
        long millis = Math.max(1, nanos / 8 * 7 / 1_000_000);
        try {
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, millis));
        } catch (SQLFeatureNotSupportedException e) {
            // then only the abort ends the call
        } catch (SQLException e) {
            throw new IOException("the connection to " + location + " is broken: " + message(e));
        }
    }

    private Opened open(Deadline deadline) throws IOException {
        Connection connection;
        try {
            connection = connector.connect(Duration.ofNanos(remaining(deadline) / 8 * 7));
        } catch (SQLException e) {
            throw new IOException(cannotConnect(e));
        }
        try {
            int timeout = connection.getNetworkTimeout();
            Opened result = within(deadline, connection, () -> prepare(connection, timeout));
            opened = result;
            return within(deadline, connection, () -> {
                check(connection, result.dialect());
                return result;
            });
        } catch (SQLException e) {
            abort(connection);
            closeQuietly(connection);
            opened = null;
            throw new IOException("cannot use " + location + ": " + message(e));
        } catch (IOException e) {
            if (opened == null) {
                closeQuietly(connection);
            }
            giveBack(); // the connection itself is in order
            throw e;
        }
    }

    private String cannotConnect(SQLException exception) {
        boolean credentials = String.valueOf(exception.getSQLState()).startsWith("28");
        return credentials
                ? location
                        + " refuses the user or the password; correct them in the URL or in the environment variables "
                        + JdbcRegistryStoreProvider.USER + " and " + JdbcRegistryStoreProvider.PASSWORD + ": "
                        + message(exception)
                : "cannot connect to " + location + ": " + message(exception);
    }

    /** Each statement is a transaction of its own, and sees what was committed before it. */
    private Opened prepare(Connection connection, int timeout) throws SQLException, IOException {
        String url = connection.getMetaData().getURL();
        if (url != null) {
            location = JdbcUrl.location(url);
        }
        Dialect dialect = Dialect.of(connection);
        Opened result = new Opened(
                connection, dialect, connection.getAutoCommit(), connection.getTransactionIsolation(), timeout);
        connection.setAutoCommit(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        dialect.begin(connection);
        return result;
    }

    /**
     * Checks that the database keeps what it acknowledges.
     *
     * @throws IOException if it would lose acknowledged writes, or takes none
     */
    void check(Connection connection, Dialect dialect) throws SQLException, IOException {
        List<String> problems = connection.isReadOnly()
                ? List.of("the connection is read-only; open it for writing")
                : dialect.problems(dialect.settings(connection, table), table);
        if (!problems.isEmpty()) {
            throw new IOException(location + " cannot keep the registry: " + String.join("; ", problems));
        }
    }

    /** After an error nobody knows what the connection is good for. */
    private void discard() {
        Opened current = opened;
        opened = null;
        if (current != null) {
            abort(current.connection());
            closeQuietly(current.connection());
        }
    }

    /** Restores the connection, because it may go back to a pool. */
    private void giveBack() {
        Opened current = opened;
        if (current == null) {
            return;
        }
        Connection connection = current.connection();
        try {
            current.dialect().end(connection);
            connection.setTransactionIsolation(current.isolation());
            connection.setAutoCommit(current.autoCommit());
            connection.setNetworkTimeout(Runnable::run, current.timeout());
            opened = null;
            connection.close();
        } catch (SQLException e) {
            discard();
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // it is broken already
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is broken already
        }
    }

    /** Closes the connection; a call that uses it fails. Idempotent. */
    void close() {
        closed = true;
        if (inUse.tryLock()) {
            try {
                giveBack();
                aborts.shutdown();
            } finally {
                inUse.unlock();
            }
        } else {
            Opened current = opened;
            if (current != null) {
                daemon(() -> abort(current.connection())).start();
            }
        }
    }
}
