package org.peerlock.lab.simulate;

import java.util.function.BooleanSupplier;
import org.peerlock.algorithm.Property;

/** Lets the applications of a run ask until a time, then waits until nobody wants anything any more, and all is quiet. */
final class Settling {

    /** After so many events nobody asks any more in any case. */
    private static final long ASKING_EVENTS = 200_000;

    /** So many events are then enough for everybody to enter. */
    private static final long SETTLING_EVENTS = 1_000_000;

    /** So many more messages under way than at the beginning of a phase are too many by far. */
    private static final int MORE_UNDERWAY = 100_000;

    /** So many more are watched when nobody wants anything any more; with a token that goes round there are always more. */
    private static final long QUIET_EVENTS = 1_000;

    private final Run<?, ?> run;
    private final double until;

    Settling(Run<?, ?> run, double until) {
        this.run = run;
        this.until = until;
    }

    Settled settle() {
        long began = System.nanoTime();
        run.begin();
        ask();
        enter();
        go(QUIET_EVENTS, () -> true); // what is still under way must not surprise anybody
        return new Settled(run.measurements(false, began), run.adversary.count());
    }

    private void ask() {
        run.simulator.after(Math.round(until * Distribution.UNIT), 0, run.applications::close);
        go(ASKING_EVENTS, () -> !run.applications.closed());
        run.applications.close();
    }

    private void enter() {
        go(SETTLING_EVENTS, () -> !run.wanting().isEmpty());
        if (!run.wanting().isEmpty()) {
            run.judge.blame(Property.PROGRESS, "nobody asks any more, yet these wait for ever: " + run.wanting());
        }
    }

    private void go(long events, BooleanSupplier goesOn) {
        long last = run.simulator.events() + events;
        int most = run.simulator.underway() + MORE_UNDERWAY;
        while (goesOn.getAsBoolean() && run.simulator.events() < last && run.simulator.underway() < most) {
            if (!run.step()) {
                return;
            }
        }
    }
}
