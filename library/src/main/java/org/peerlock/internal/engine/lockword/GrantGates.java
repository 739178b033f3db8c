package org.peerlock.internal.engine.lockword;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;

/**
 * The node's gate. The loop replaces it; everybody reads it, and whoever first sees the lease ended marks it as expired. An
 * expired gate is never renewed, so that a hold that was once seen invalid stays invalid.
 *
 * <p>Whatever the loop takes from its threads it takes in this order: <b>first the gate, then every word</b>. {@link LockWord}
 * tells what depends on that.
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

    /** Whether a hold of a generation is valid; once it is not, it never is again. */
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

    /** Whether one who has seen this gate may be granted something. */
    boolean admits(GrantGate seen, long now) {
        if (seen.leased() && !seen.lasts(now)) {
            replace(seen, seen.expired());
            return false;
        }
        return seen.open();
    }

    /** For how long the lease lasts if it is not renewed; 0 if there is none. */
    public long left(long now) {
        GrantGate seen = grantGate;
        return seen.lasts(now) ? seen.until() - now : 0;
    }

    // The loop's part.

    /** Whether the lease has ended, and the loop has to {@link #expireLease()}. */
    public boolean ended(long now) {
        return grantGate.ended(now);
    }

    /**
     * The lease lasts longer. After an expiry it is a new one, and the gate is shut until it is {@linkplain #open opened}.
     *
     * @return false if the lease has {@linkplain #ended ended} before, and was not renewed: it is too late for it
     */
    public boolean renew(long until, long now) {
        GrantGate seen = grantGate;
        return !seen.ended(now) && replace(seen, seen.renewed(until));
    }

    /** The lease has ended. After this, every word must {@linkplain LockWord#lose lose} what it has. */
    public void expireLease() {
        update(this::withoutLease);
    }

    /** The gate without a lease. */
    protected GrantGate withoutLease(GrantGate seen) {
        return seen.withoutLease();
    }

    /** No more grants. After this, every word must be {@linkplain LockWord#seal sealed}. */
    public void shut() {
        update(GrantGate::shut);
    }

    /** Grants in a view, if there is a lease. */
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
