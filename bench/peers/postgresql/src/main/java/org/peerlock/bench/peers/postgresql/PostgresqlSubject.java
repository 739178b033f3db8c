package org.peerlock.bench.peers.postgresql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;

/**
 * PostgreSQL's session-level advisory locks. Each thread has its own session: a session runs one
 * statement at a time.
 */
public final class PostgresqlSubject implements Subject {

    /** Options: {@code host} and {@code port} of the server. */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) {
            return new PostgresqlSubject("jdbc:postgresql://" + Options.text(options, "host") + ":"
                    + Options.number(options, "port") + "/postgres?user=postgres");
        }
    }

    private static final class Session {

        private final Connection connection;
        private final Map<String, PreparedStatement> statements = new HashMap<>();

        Session(Connection connection) {
            this.connection = connection;
        }

        PreparedStatement statement(String function) throws SQLException {
            PreparedStatement statement = statements.get(function);
            if (statement == null) {
                statement = connection.prepareStatement("SELECT " + function + "(?)");
                statements.put(function, statement);
            }
            return statement;
        }
    }

    private record AdvisoryLock(PreparedStatement lock, PreparedStatement unlock, long number) implements ThreadLock {
        @Override
        public void acquire() throws SQLException {
            call(lock);
        }

        @Override
        public void release() throws SQLException {
            call(unlock);
        }

        private void call(PreparedStatement statement) throws SQLException {
            statement.setLong(1, number);
            statement.execute();
        }
    }

    private final String url;
    private final Map<Thread, Session> sessions = new HashMap<>();

    private PostgresqlSubject(String url) {
        this.url = url;
    }

    @Override
    public ThreadLock exclusive(String name) {
        return lock("pg_advisory_lock", "pg_advisory_unlock", name);
    }

    @Override
    public ThreadLock read(String name) {
        return lock("pg_advisory_lock_shared", "pg_advisory_unlock_shared", name);
    }

    @Override
    public ThreadLock write(String name) {
        return exclusive(name);
    }

    private ThreadLock lock(String lock, String unlock, String name) {
        try {
            Session session = session(Thread.currentThread());
            return new AdvisoryLock(session.statement(lock), session.statement(unlock), name.hashCode());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized Session session(Thread thread) throws SQLException {
        Session session = sessions.get(thread);
        if (session == null) {
            closeSessionsOfEndedThreads();
            session = new Session(DriverManager.getConnection(url));
            sessions.put(thread, session);
        }
        return session;
    }

    /** Each workload starts new threads, and the server limits the number of sessions. */
    private void closeSessionsOfEndedThreads() throws SQLException {
        for (Iterator<Map.Entry<Thread, Session>> all = sessions.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Thread, Session> each = all.next();
            if (!each.getKey().isAlive()) {
                each.getValue().connection.close();
                all.remove();
            }
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        for (Session each : sessions.values()) {
            each.connection.close();
        }
        sessions.clear();
    }
}
