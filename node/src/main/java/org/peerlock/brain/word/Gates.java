package org.peerlock.brain.word;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The node's gate. The loop replaces it; everybody reads it, and whoever first sees the lease ended marks it as expired. An
 * expired gate is never renewed, so that a hold that was once seen invalid stays invalid.
 *
 * <p>Whatever the loop takes from its threads it takes in this order: <b>first the gate, then every word</b>. {@link LockWord}
 * tells what depends on that.
 */
public class Gates {

    private final AtomicReference<Gate> gate = new AtomicReference<>(Gate.FIRST);

    public Gate current() {
        return gate.get();
    }

    /** Whether a hold of a generation is valid; once it is not, it never is again. */
    public boolean valid(long generation, long now) {
        while (true) {
            Gate seen = gate.get();
            if (seen.generation() != generation || !seen.leased()) {
                return false;
            }
            if (seen.lasts(now)) {
                return true;
            }
            if (gate.compareAndSet(seen, seen.expired())) {
                return false;
            }
        }
    }

    /** Whether one who has seen this gate may be granted something. */
    boolean admits(Gate seen, long now) {
        if (seen.leased() && !seen.lasts(now)) {
            gate.compareAndSet(seen, seen.expired());
            return false;
        }
        return seen.open();
    }

    // The loop's part.

    /** Whether the lease has ended, and the loop has to {@link #lapse()}. */
    public boolean ended(long now) {
        return gate.get().ended(now);
    }

    /**
     * The lease lasts longer. After a lapse it is a new one, and the gate is shut until it is {@linkplain #open opened}.
     *
     * @return false if the lease has {@linkplain #ended ended} before, and was not renewed: it is too late for it
     */
    public boolean renew(long until, long now) {
        Gate seen = gate.get();
        return !seen.ended(now) && gate.compareAndSet(seen, seen.renewed(until));
    }

    /** The lease has ended. After this, every word must {@linkplain LockWord#lose lose} what it has. */
    public void lapse() {
        gate.updateAndGet(this::lapsed);
    }

    /** What a lapse makes of the gate. */
    protected Gate lapsed(Gate seen) {
        return seen.lapsed();
    }

    /** No more grants. After this, every word must be {@linkplain LockWord#seal sealed}. */
    public void shut() {
        gate.updateAndGet(Gate::shut);
    }

    /** Grants in a view, if there is a lease. */
    public void open(long epoch) {
        gate.updateAndGet(seen -> seen.opened(epoch));
    }
}
