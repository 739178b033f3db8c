package org.peerlock.lab.world;

/**
 * The faults and membership changes that may happen, each from 0 to 127 times in a run.
 *
 * @param joins a node that is not a member joins, via any member
 * @param leaves a member leaves the group
 * @param crashes a node crashes
 * @param suspicions a node gets a false report that another has failed
 * @param early a timer with an estimated length expires although something else can still happen
 * @param hasty a timer expires before the messages that it waits for have arrived, although time is
 *     bounded
 * @param losses a message is lost
 * @param duplications a message is duplicated
 */
public record Churn(
        int joins, int leaves, int crashes, int suspicions, int early, int hasty, int losses, int duplications) {

    /** The number of bits for each count in the {@link #fingerprint}. */
    private static final int BITS = 7;

    private static final Churn NONE = new Churn(0, 0, 0, 0, 0, 0, 0, 0);

    public Churn {
        if ((joins | leaves | crashes | suspicions | early | hasty | losses | duplications) >>> BITS != 0) {
            throw new IllegalArgumentException("each thing may happen from 0 to " + ((1 << BITS) - 1) + " times");
        }
    }

    /**
     * No faults and no membership changes: every message arrives once, and no critical section
     * takes longer than expected.
     */
    public static Churn none() {
        return NONE;
    }

    public static Churn join() {
        return new Churn(1, 0, 0, 0, 0, 0, 0, 0);
    }

    public static Churn leave() {
        return new Churn(0, 1, 0, 0, 0, 0, 0, 0);
    }

    public static Churn crash() {
        return new Churn(0, 0, 1, 0, 0, 0, 0, 0);
    }

    public static Churn suspicion() {
        return new Churn(0, 0, 0, 1, 0, 0, 0, 0);
    }

    public static Churn haste() {
        return new Churn(0, 0, 0, 0, 0, 1, 0, 0);
    }

    public static Churn loss() {
        return new Churn(0, 0, 0, 0, 0, 0, 1, 0);
    }

    public static Churn duplication() {
        return new Churn(0, 0, 0, 0, 0, 0, 0, 1);
    }

    public Churn withEarly(int most) {
        return new Churn(joins, leaves, crashes, suspicions, most, hasty, losses, duplications);
    }

    public Churn and(Churn more) {
        return new Churn(
                joins + more.joins,
                leaves + more.leaves,
                crashes + more.crashes,
                suspicions + more.suspicions,
                early + more.early,
                hasty + more.hasty,
                losses + more.losses,
                duplications + more.duplications);
    }

    private Churn minus(Churn less) {
        return new Churn(
                joins - less.joins,
                leaves - less.leaves,
                crashes - less.crashes,
                suspicions - less.suspicions,
                early - less.early,
                hasty - less.hasty,
                losses - less.losses,
                duplications - less.duplications);
    }

    /**
     * What remains after a timer has expired: normally, early, or before messages that it had to
     * wait for.
     */
    public Churn afterExpiry(boolean wasEarly, boolean wasHasty) {
        if (wasHasty) {
            return minus(haste());
        }
        return wasEarly ? minus(NONE.withEarly(1)) : this;
    }

    /** What remains after a step that is not an expiry. */
    public Churn after(Step<?> step) {
        if (step instanceof Step.Join<?>) {
            return minus(join());
        } else if (step instanceof Step.Leave<?>) {
            return minus(leave());
        } else if (step instanceof Step.Crash<?>) {
            return minus(crash());
        } else if (step instanceof Step.Fail<?>) {
            return minus(suspicion());
        } else if (step instanceof Step.Drop<?>) {
            return minus(loss());
        } else if (step instanceof Step.Duplicate<?>) {
            return minus(duplication());
        }
        return this;
    }

    /** A fingerprint of all counts. */
    public long fingerprint() {
        if (equals(NONE)) {
            return 0;
        }
        long packed = 0;
        for (int times : new int[] {joins, leaves, crashes, suspicions, early, hasty, losses, duplications}) {
            packed = (packed << BITS) + times;
        }
        return Fingerprint.at(1, packed);
    }
}
