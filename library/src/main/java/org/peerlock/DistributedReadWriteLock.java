package org.peerlock;

import java.util.concurrent.locks.ReadWriteLock;
import org.peerlock.internal.engine.locks.AcquireRequest;

/**
 * A read-write lock that all processes of a cluster share: one writer, or any number of readers. It
 * is thread-safe, and both of its locks are reentrant for threads: see {@link DistributedLock}.
 *
 * <p>It is fair between readers and writers. Once a writer waits, no reader of any process
 * overtakes it, except a few in a process that has the lock already. A writer does not overtake
 * readers that have waited longer. Readers of one process share the lock that this process has, so
 * only the first of them costs messages.
 *
 * <p><b>Downgrading</b> is possible: a thread that holds the write lock may take the read lock,
 * release the write lock, and go on reading; nobody writes in between. For grants, see
 * {@link Grant#downgrade}. <b>Upgrading</b> is not: a thread that holds only the read lock gets an
 * {@link IllegalStateException} from the write lock, because two readers that both upgrade would
 * wait for each other for ever.
 */
public final class DistributedReadWriteLock implements ReadWriteLock {

    private final DistributedLock reader;
    private final DistributedLock writer;

    DistributedReadWriteLock(LocalNode localNode, String name) {
        reader = new DistributedLock(new LockHandle(localNode, AcquireRequest.read(name)));
        writer = new DistributedLock(new LockHandle(localNode, AcquireRequest.write(name)));
    }

    private DistributedReadWriteLock(DistributedLock reader, DistributedLock writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Returns this lock with a label for {@link Peerlock#inspect}: see
     * {@link DistributedLock#withLabel}.
     */
    public DistributedReadWriteLock withLabel(String label) {
        return new DistributedReadWriteLock(reader.withLabel(label), writer.withLabel(label));
    }

    /** The lock's name, which is the same in all processes. */
    public String name() {
        return reader.name();
    }

    /** The lock for readers, who share it. */
    @Override
    public DistributedLock readLock() {
        return reader;
    }

    /**
     * The lock for a writer, who holds it alone. Locking it throws an {@link IllegalStateException}
     * if the current thread holds the read lock and not the write lock.
     */
    @Override
    public DistributedLock writeLock() {
        return writer;
    }

    @Override
    public String toString() {
        return "DistributedReadWriteLock '" + name() + "'";
    }
}
