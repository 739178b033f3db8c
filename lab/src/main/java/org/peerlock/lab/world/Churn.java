package org.peerlock.lab.world;

/**
 * What may happen to the nodes themselves, each so many times in all.
 *
 * @param joins a node that is not a member joins, via any that is
 * @param leaves a member leaves the group
 * @param crashes a node crashes
 * @param suspicions a node is told that another has failed, which has not
 * @param early a timer whose length is an estimate expires although something else can still happen
 */
public record Churn(int joins, int leaves, int crashes, int suspicions, int early) {

    /** All stay as they are, and no section takes longer than expected. */
    public static Churn none() {
        return new Churn(0, 0, 0, 0, 0);
    }

    public static Churn join() {
        return new Churn(1, 0, 0, 0, 0);
    }

    public static Churn leave() {
        return new Churn(0, 1, 0, 0, 0);
    }

    public static Churn crash() {
        return new Churn(0, 0, 1, 0, 0);
    }

    public static Churn suspicion() {
        return new Churn(0, 0, 0, 1, 0);
    }

    public Churn withEarly(int most) {
        return new Churn(joins, leaves, crashes, suspicions, most);
    }

    public Churn and(Churn more) {
        return new Churn(
                joins + more.joins,
                leaves + more.leaves,
                crashes + more.crashes,
                suspicions + more.suspicions,
                early + more.early);
    }

    /** What is left of it after a step; {@code estimated} says whether it is the expiry of a timer whose length is. */
    public Churn after(Step<?> step, boolean estimated) {
        if (step instanceof Step.Join<?>) {
            return new Churn(joins - 1, leaves, crashes, suspicions, early);
        } else if (step instanceof Step.Leave<?>) {
            return new Churn(joins, leaves - 1, crashes, suspicions, early);
        } else if (step instanceof Step.Crash<?>) {
            return new Churn(joins, leaves, crashes - 1, suspicions, early);
        } else if (step instanceof Step.Fail<?>) {
            return new Churn(joins, leaves, crashes, suspicions - 1, early);
        } else if (estimated && early > 0) {
            return withEarly(early - 1);
        }
        return this;
    }
}
