package org.peerlock.lab.simulate;

import java.util.function.BooleanSupplier;
import org.peerlock.algorithm.Property;

/**
 * Runs the applications until a time, then without new requests until all requests have ended.
 */
final class SettlingRun {

    /** The greatest number of events of the first phase. */
    private static final long ASKING_EVENTS = 200_000;

    /** The number of events after which all requests must have entered. */
    private static final long SETTLING_EVENTS = 1_000_000;

    /**
     * The greatest growth of the number of messages under way in a phase; more is a message storm.
     */
    private static final int MORE_UNDERWAY = 100_000;

    /**
     * How many events are still checked after the last request has ended; a circulating token
     * causes events for ever.
     */
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
        go(QUIET_EVENTS, () -> true); // messages that are still under way must not cause violations
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
