package org.peerlock.lab.scenario;

import org.peerlock.lab.trace.Moment;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceWriter;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Step;

/** A story as a trace: each step takes one unit of time. */
final class StoryTrace {

    private StoryTrace() {}

    static Trace of(Story story) {
        Header header = story.scenario().header();
        TraceWriter writer = new TraceWriter(header.setting().nodes());
        int time = 0;
        for (Moment<?> moment : story.moments()) {
            time++;
            write(moment.step(), time, writer);
            for (Event<?> event : moment.events()) {
                write(event, time, writer);
            }
        }
        return writer.trace(header.algorithm());
    }

    private static void write(Step<?> step, int time, TraceWriter writer) {
        if (step instanceof Step.Ask<?> ask) {
            writer.asked(time, ask.node(), ask.request().id());
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
