package org.peerlock.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;

/** Peerlock's locks. */
public final class PeerlockSubject implements Subject {

    /**
     * Options: {@code cluster}, {@code directory} of the registry or the URL of a {@code registry}
     * for several hosts, and optionally {@code plain-text} instead of TLS, {@code algorithm},
     * {@code cohort}, {@code lease} in seconds.
     */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) throws InterruptedException {
            PeerlockBuilder builder = Peerlock.builder(Options.text(options, "cluster"));
            boolean severalHosts = options.containsKey("registry");
            if (severalHosts) {
                builder.registry(Options.text(options, "registry"));
            } else {
                builder.directory(Path.of(Options.text(options, "directory")));
            }
            if (Boolean.parseBoolean(options.get("plain-text"))) {
                builder.insecurePlainText();
            }
            if (options.containsKey("algorithm")) {
                builder.algorithm(Options.text(options, "algorithm"));
            }
            if (options.containsKey("cohort")) {
                builder.cohort(Options.number(options, "cohort"));
            }
            if (options.containsKey("lease")) {
                builder.lease(Duration.ofSeconds(Options.number(options, "lease")));
            }
            return new PeerlockSubject(builder.join(), severalHosts);
        }
    }

    private interface AcquireCall {
        Grant acquire() throws InterruptedException;
    }

    private static final class GrantLock implements ThreadLock {

        private final AcquireCall call;
        private @Nullable Grant grant;

        GrantLock(AcquireCall call) {
            this.call = call;
        }

        @Override
        public void acquire() throws InterruptedException {
            grant = call.acquire();
        }

        @Override
        public void release() {
            Grant held = grant;
            if (held == null) {
                throw new IllegalStateException("the lock is not held");
            }
            held.close();
        }
    }

    private final Peerlock peerlock;
    private final boolean severalHosts;

    private PeerlockSubject(Peerlock peerlock, boolean severalHosts) {
        this.peerlock = peerlock;
        this.severalHosts = severalHosts;
    }

    @Override
    public ThreadLock exclusive(String name) {
        return new GrantLock(peerlock.lock(name)::acquire);
    }

    @Override
    public ThreadLock read(String name) {
        return new GrantLock(peerlock.readWriteLock(name).readLock()::acquire);
    }

    @Override
    public ThreadLock write(String name) {
        return new GrantLock(peerlock.readWriteLock(name).writeLock()::acquire);
    }

    @Override
    public ThreadLock permit(String name, int permits) {
        return new GrantLock(peerlock.semaphore(name, permits)::acquire);
    }

    @Override
    public long messages() {
        return peerlock.statistics().messagesSent();
    }

    @Override
    public long handOffs() {
        return peerlock.statistics().handOffs();
    }

    /**
     * Processes on one machine communicate over Unix sockets, which bypass the network interface.
     */
    @Override
    public long bytes() {
        return severalHosts ? -1 : peerlock.statistics().bytesSent();
    }

    @Override
    public void close() {
        peerlock.close();
    }
}
