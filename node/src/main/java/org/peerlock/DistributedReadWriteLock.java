package org.peerlock;

import java.util.concurrent.locks.ReadWriteLock;
import org.peerlock.brain.Demand;

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

    DistributedReadWriteLock(Node node, String name) {
        reader = new DistributedLock(new Door(node, Demand.read(name)));
        writer = new DistributedLock(new Door(node, Demand.write(name)));
    }

    private DistributedReadWriteLock(DistributedLock reader, DistributedLock writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /** The same lock, for somebody who wants to be found by this name: see {@link DistributedLock#as}. */
    public DistributedReadWriteLock as(String name) {
        return new DistributedReadWriteLock(reader.as(name), writer.as(name));
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
