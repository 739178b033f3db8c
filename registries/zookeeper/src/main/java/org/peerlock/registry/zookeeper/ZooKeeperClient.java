package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.StaticHostProvider;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.Deadline;

/**
 * Keeps one session with the servers. ZooKeeper's client connects again by itself, to any of the
 * servers, and looks up their names each time; a session that has expired is replaced by a new one.
 * Thread-safe.
 */
final class ZooKeeperClient implements AutoCloseable {

    /**
     * No node depends on the session, so it is short: a server that is silent for two thirds of it
     * is given up. The servers lengthen it to two of their ticks.
     */
    private static final int SESSION_MILLIS = 4_000;

    private static final long CLOSE_MILLIS = 1_000;

    private final ZooKeeperUrl url;
    private final Optional<String> credentials;
    private final Set<String> unknownHosts = new ConcurrentSkipListSet<>();
    private @Nullable ZooKeeper session;
    private boolean closed;

    /** Does not connect yet. */
    ZooKeeperClient(ZooKeeperUrl url, Optional<String> credentials) {
        this.url = url;
        this.credentials = credentials;
    }

    /**
     * The session, when it is connected.
     *
     * @throws IOException if it is not by then; nothing was sent
     */
    synchronized ZooKeeper connected(Deadline deadline) throws IOException {
        while (true) {
            if (closed) {
                throw new IOException("the registry store is closed");
            }
            ZooKeeper current = session;
            if (current == null || !current.getState().isAlive()) {
                session = newSession();
            } else if (current.getState().isConnected()) {
                return current;
            } else if (deadline.passed()) {
                throw new IOException(unreachable());
            } else {
                awaitChange(deadline);
            }
        }
    }

    private void awaitChange(Deadline deadline) throws IOException {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, deadline.leftNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before " + this + " was reached");
        }
    }

    private String unreachable() {
        return "none of the servers of " + this + " lets this process connect"
                + (unknownHosts.isEmpty() ? "" : "; unknown hosts: " + String.join(", ", unknownHosts))
                + "; without a quorum, or read-only, they do not";
    }

    private ZooKeeper newSession() throws IOException {
        boolean canBeReadOnly = false; // such a server knows nothing of writes on the other side of a partition
        ZooKeeper created = new ZooKeeper(
                url.hosts(),
                SESSION_MILLIS,
                event -> signalChange(),
                canBeReadOnly,
                new StaticHostProvider(url.servers(), this::lookUp),
                settings());
        credentials.ifPresent(known -> created.addAuthInfo("digest", known.getBytes(UTF_8)));
        return created;
    }

    /**
     * ZooKeeper's own, by system properties. Without a login configuration there is no SASL, and the
     * names of the servers' addresses need not be looked up for it, which may take long.
     */
    private static ZKClientConfig settings() {
        ZKClientConfig settings = new ZKClientConfig();
        if (System.getProperty("java.security.auth.login.config") == null
                && System.getProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY) == null) {
            settings.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        }
        return settings;
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        try {
            InetAddress[] addresses = InetAddress.getAllByName(host);
            unknownHosts.remove(host);
            return addresses;
        } catch (UnknownHostException e) {
            unknownHosts.add(host);
            throw e;
        }
    }

    private synchronized void signalChange() {
        notifyAll();
    }

    /** Ends the session. Servers that are silent are not waited for long. Idempotent. */
    @Override
    public void close() {
        ZooKeeper last;
        synchronized (this) {
            closed = true;
            last = session;
            session = null;
            notifyAll();
        }
        if (last != null) {
            end(last);
        }
    }

    private static void end(ZooKeeper session) {
        Thread closing = new Thread(
                () -> {
                    try {
                        session.close();
                    } catch (InterruptedException e) {
                        // nobody interrupts it
                    }
                },
                "peerlock-zookeeper-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<String> serverHosts() {
        return url.servers().stream().map(InetSocketAddress::getHostString).toList();
    }

    /** Where the servers are. Without user and password. */
    @Override
    public String toString() {
        return "ZooKeeper at " + url.hosts();
    }
}
