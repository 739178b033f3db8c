package org.peerlock;

import java.util.concurrent.locks.ReadWriteLock;
import org.peerlock.internal.engine.locks.AcquireRequest;

/**
 * A lock among all processes of a cluster for one writer, or any number of readers.
 *
 * <p>It is fair between both: once a writer waits, no reader of any process overtakes it, but for a few in a process that has
 * the lock already; and a writer does not overtake readers that have waited longer. Readers of one process share what it has, so
 * that only the first of them costs messages.
 *
 * <p>A thread that has the lock to write may also lock it to read, and goes on reading when it has unlocked it to write, with
 * nobody writing in between. The other way round there is no way: see {@link Grant#downgrade} for grants, too.
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

    /** The same lock, for somebody who wants to be found by this name: see {@link DistributedLock#withLabel}. */
    public DistributedReadWriteLock withLabel(String name) {
        return new DistributedReadWriteLock(reader.withLabel(name), writer.withLabel(name));
    }

    /** The same in all processes. */
    public String name() {
        return reader.name();
    }

    @Override
    public DistributedLock readLock() {
        return reader;
    }

    /** Throws an {@link IllegalStateException} if a thread that has it to read, and not to write, locks it. */
    @Override
    public DistributedLock writeLock() {
        return writer;
    }

    @Override
    public String toString() {
        return "DistributedReadWriteLock '" + name() + "'";
    }
}
