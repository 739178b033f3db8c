package org.peerlock.internal.engine.lockword;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;

/**
 * The node's gate. The loop replaces it, and all threads read it. The first thread that sees that
 * the lease has ended marks the gate as expired. An expired gate is never renewed, so a hold that
 * was once seen to be invalid stays invalid.
 *
 * <p>When the loop takes something away from the threads, it changes <b>first the gate, then every
 * word</b>. {@link LockWord} explains what depends on this order.
 */
public class GrantGates {

    private static final VarHandle GATE;

    static {
        try {
            GATE = MethodHandles.lookup().findVarHandle(GrantGates.class, "grantGate", GrantGate.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile GrantGate grantGate = GrantGate.FIRST;

    public GrantGate current() {
        return grantGate;
    }

    /** Whether a hold of a generation is valid. A hold that is invalid never becomes valid again. */
    public boolean valid(long generation, long now) {
        while (true) {
            GrantGate seen = grantGate;
            if (seen.generation() != generation || !seen.leased()) {
                return false;
            }
            if (seen.lasts(now)) {
                return true;
            }
            if (replace(seen, seen.expired())) {
                return false;
            }
        }
    }

    /** Whether a thread that has seen this gate may be granted a lock. */
    boolean admits(GrantGate seen, long now) {
        if (seen.leased() && !seen.lasts(now)) {
            replace(seen, seen.expired());
            return false;
        }
        return seen.open();
    }

    /** How long the lease still lasts if it is not renewed; 0 if there is none. */
    public long left(long now) {
        GrantGate seen = grantGate;
        return seen.lasts(now) ? seen.until() - now : 0;
    }

    // Only the loop calls these.

    /** Whether the lease has ended, so that the loop must call {@link #expireLease()}. */
    public boolean ended(long now) {
        return grantGate.ended(now);
    }

    /**
     * Extends the lease. After an expiry this begins a new lease, and the gate stays shut until it
     * is {@linkplain #open opened}.
     *
     * @return false if the lease had {@linkplain #ended ended} before: then it is too late to renew
     *     it
     */
    public boolean renew(long until, long now) {
        GrantGate seen = grantGate;
        return !seen.ended(now) && replace(seen, seen.renewed(until));
    }

    /** Ends the lease. The caller must then call {@link LockWord#lose} on every word. */
    public void expireLease() {
        update(this::withoutLease);
    }

    /** The gate without a lease. */
    protected GrantGate withoutLease(GrantGate seen) {
        return seen.withoutLease();
    }

    /** Stops all grants. The caller must then call {@link LockWord#seal} on every word. */
    public void shut() {
        update(GrantGate::shut);
    }

    /** Permits grants in a view, if there is a lease. */
    public void open(long epoch) {
        update(seen -> seen.opened(epoch));
    }

    private void update(UnaryOperator<GrantGate> change) {
        GrantGate seen = grantGate;
        while (!replace(seen, change.apply(seen))) {
            seen = grantGate;
        }
    }

    private boolean replace(GrantGate seen, GrantGate next) {
        return GATE.compareAndSet(this, seen, next);
    }
}
