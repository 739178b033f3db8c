package org.peerlock.lab.scenario;

import java.util.Locale;
import java.util.StringJoiner;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Start;
import org.peerlock.lab.trace.RecordedStep;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceWriter;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Step;

/** The run of a scenario as a trace: the time is the number of the step, and 0 before the first. */
final class ScenarioTrace {

    private ScenarioTrace() {}

    static Trace of(ScenarioRun scenarioRun) {
        ScenarioHeader scenarioHeader = scenarioRun.scenario().header();
        TraceWriter writer = new TraceWriter(scenarioHeader.config().nodes());
        for (Start.Inside inside : scenarioHeader.start().inside()) {
            writer.asked(0, inside.node(), inside.request());
            writer.entered(
                    0,
                    inside.node(),
                    inside.request().id(),
                    scenarioHeader.start().fence());
        }
        int time = 0;
        for (RecordedStep<?> recordedStep : scenarioRun.steps()) {
            time++;
            write(recordedStep.step(), time, writer);
            for (Event<?> event : recordedStep.events()) {
                write(event, time, writer);
            }
        }
        if (scenarioRun.violation().isPresent() && time > 0) {
            int node = scenarioRun.steps().get(time - 1).step().node();
            writer.violated(time, node, scenarioRun.violation().get());
        }
        String title = scenarioRun.scenario().title().orElse(scenarioHeader.algorithm());
        return writer.trace(title, conditions(scenarioRun), Trace.Unit.STEP);
    }

    /** The system that runs: {@code ricart-agrawala, 3 nodes, fifo network}. */
    private static String conditions(ScenarioRun scenarioRun) {
        ScenarioHeader scenarioHeader = scenarioRun.scenario().header();
        Capacity capacity = scenarioHeader.config().capacity();
        StringJoiner conditions = new StringJoiner(", ");
        conditions.add((scenarioHeader.exhibit() ? "zoo/" : "") + scenarioHeader.algorithm());
        int nodes = scenarioHeader.config().nodes();
        conditions.add(nodes == 1 ? "1 node" : nodes + " nodes");
        switch (capacity.kind()) {
            case MUTEX -> {
                // the usual lock
            }
            case READ_WRITE -> conditions.add("read-write lock");
            case SEMAPHORE -> conditions.add("semaphore with " + capacity.permits() + " permits");
        }
        scenarioHeader.config().options().forEach((name, value) -> conditions.add(name + " " + value));
        return conditions
                .add(scenarioRun.network().name().toLowerCase(Locale.ROOT) + " network")
                .toString();
    }

    private static void write(Step<?> step, int time, TraceWriter writer) {
        if (step instanceof Step.Ask<?> ask) {
            writer.asked(time, ask.node(), ask.request());
        } else if (step instanceof Step.Cancel<?> cancel) {
            writer.cancelled(time, cancel.node(), cancel.id());
        } else if (step instanceof Step.Release<?> release) {
            writer.left(time, release.node(), release.id());
        } else if (step instanceof Step.Deliver<?> deliver) {
            writer.delivered(
                    time,
                    deliver.envelope().from(),
                    deliver.node(),
                    deliver.envelope().message());
        } else if (step instanceof Step.Drop<?> drop) {
            writer.lost(
                    time, drop.envelope().from(), drop.node(), drop.envelope().message());
        } else if (step instanceof Step.Crash<?> crash) {
            writer.crashed(time, crash.node());
        } else if (step instanceof Step.Expire<?> expire) {
            writer.expired(time, expire.node(), expire.timer().name());
        }
    }

    private static void write(Event<?> event, int time, TraceWriter writer) {
        if (event instanceof Event.Sent<?> sent) {
            writer.sent(time, sent.node(), sent.to(), sent.message());
        } else if (event instanceof Event.Broadcast<?> sent) {
            writer.sent(time, sent.node(), 0, sent.message());
        } else if (event instanceof Event.Entered<?> entered) {
            writer.entered(time, entered.node(), entered.id(), entered.fence());
        } else if (event instanceof Event.Withdrawn<?> withdrawn) {
            writer.withdrawn(time, withdrawn.node(), withdrawn.id());
        }
    }
}
