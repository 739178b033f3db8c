package org.peerlock.lab.simulate;

import org.peerlock.algorithm.Property;

/** Lets the applications of a run ask until a time, then waits until nobody wants anything any more, and all is quiet. */
final class Settling {

    /** After so many events nobody asks any more in any case. */
    private static final long ASKING_EVENTS = 200_000;

    /** So many events are then enough for everybody to enter. */
    private static final long SETTLING_EVENTS = 1_000_000;

    /** So many messages under way are too many by far. */
    private static final int MOST_UNDERWAY = 100_000;

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
        for (long events = 0; events < QUIET_EVENTS && run.step(); events++) {
            // what is under way must not surprise anybody
        }
        return new Settled(run.measurements(false, began), run.adversary.count());
    }

    private void ask() {
        run.simulator.after(Math.round(until * Distribution.UNIT), 0, run.applications::close);
        while (!run.applications.closed() && bearable(ASKING_EVENTS) && run.step()) {
            // the first phase
        }
        run.applications.close();
    }

    private void enter() {
        long most = run.simulator.events() + SETTLING_EVENTS;
        while (!run.wanting().isEmpty() && bearable(most) && run.step()) {
            // the second phase
        }
        if (!run.wanting().isEmpty()) {
            run.judge.blame(Property.PROGRESS, "nobody asks any more, yet these wait for ever: " + run.wanting());
        }
    }

    private boolean bearable(long mostEvents) {
        return run.simulator.events() < mostEvents && run.simulator.underway() < MOST_UNDERWAY;
    }
}
