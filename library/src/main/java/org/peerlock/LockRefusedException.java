package org.peerlock;

/**
 * The request cannot be granted, so waiting for it makes no sense. There are three reasons:
 *
 * <ul>
 *   <li>The name is in use for another {@linkplain LockKind kind} of lock, or for a semaphore with
 *       another number of permits, in this process or in another.
 *   <li>The {@linkplain PeerlockBuilder#algorithm(String, String) algorithm} that was chosen for
 *       this name cannot give so many permits at once.
 *   <li>This process uses 1,000,000 names of locks already, or has 10,000 grants of this semaphore.
 * </ul>
 *
 * <p>Every method that acquires a lock may throw it, {@code tryLock} and {@code tryAcquire}
 * included. It is a mistake in the configuration of one of the processes, or in how many locks one
 * of them uses; the message says which.
 */
public final class LockRefusedException extends PeerlockException {

    private static final long serialVersionUID = 1;

    LockRefusedException(String message) {
        super(message);
    }
}
