package org.peerlock.lab.simulate;

import java.util.function.BooleanSupplier;
import org.peerlock.algorithm.Property;

/** Lets the applications of a run ask until a time, then waits until nobody wants anything any more, and all is quiet. */
final class SettlingRun {

    /** After so many events nobody asks any more in any case. */
    private static final long ASKING_EVENTS = 200_000;

    /** So many events are then enough for everybody to enter. */
    private static final long SETTLING_EVENTS = 1_000_000;

    /** So many more messages under way than at the beginning of a phase are too many by far. */
    private static final int MORE_UNDERWAY = 100_000;

    /** So many more are watched when nobody wants anything any more; with a token that goes round there are always more. */
    private static final long QUIET_EVENTS = 1_000;

    private final SimulationRun<?, ?> simulationRun;
    private final double until;

    SettlingRun(SimulationRun<?, ?> simulationRun, double until) {
        this.simulationRun = simulationRun;
        this.until = until;
    }

    SettledResult settle() {
        long began = System.nanoTime();
        simulationRun.begin();
        ask();
        enter();
        go(QUIET_EVENTS, () -> true); // what is still under way must not surprise anybody
        return new SettledResult(simulationRun.measurements(false, began), simulationRun.faultInjector.count());
    }

    private void ask() {
        simulationRun.simulator.after(Math.round(until * Distribution.UNIT), 0, simulationRun.applications::close);
        go(ASKING_EVENTS, () -> !simulationRun.applications.closed());
        simulationRun.applications.close();
    }

    private void enter() {
        go(SETTLING_EVENTS, () -> !simulationRun.wanting().isEmpty());
        if (!simulationRun.wanting().isEmpty()) {
            simulationRun.propertyMonitor.reportViolation(
                    Property.PROGRESS, "nobody asks any more, yet these wait for ever: " + simulationRun.wanting());
        }
    }

    private void go(long events, BooleanSupplier goesOn) {
        long last = simulationRun.simulator.events() + events;
        int most = simulationRun.simulator.underway() + MORE_UNDERWAY;
        while (goesOn.getAsBoolean()
                && simulationRun.simulator.events() < last
                && simulationRun.simulator.underway() < most) {
            if (!simulationRun.step()) {
                return;
            }
        }
    }
}
