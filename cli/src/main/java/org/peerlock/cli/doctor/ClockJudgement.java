package org.peerlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peerlock.internal.engine.settings.Timing;

/** Judges what was seen of time on this machine. */
final class ClockJudgement {

    static final String MONOTONIC = "clock";
    static final String STEAL = "steal time";
    static final String SUSPEND = "suspend";
    static final String CALENDAR = "calendar";
    static final String DELAY = "scheduling delay";

    private static final double STEAL_WARNING_PERCENT = 5;
    private static final double SUSPEND_WARNING_MILLIS = 1_000;

    /** From here on a node takes it for a sleep of the machine. */
    private static final double CALENDAR_MILLIS = 200;

    private ClockJudgement() {}

    static List<Finding> of(ClockMeasurement seen, Timing timing) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                MONOTONIC, "Leases use the monotonic clock, so it does not matter what time of day this machine has."));
        findings.add(steal(seen));
        findings.add(suspend(seen));
        if (seen.calendarJumpMillis() > CALENDAR_MILLIS) {
            findings.add(calendar(seen));
        }
        findings.add(delay(seen, timing));
        return findings;
    }

    private static Finding steal(ClockMeasurement seen) {
        Double percent = seen.stealPercent();
        if (percent == null) {
            return Finding.ok(STEAL, "This system does not tell how much time its host takes away (steal time).");
        }
        String text = String.format(
                Locale.ROOT,
                "The host of this machine took away %.1f %% of its processors' time (steal time) in %s.",
                percent,
                Milliseconds.text(seen.watchedMillis()));
        return percent >= STEAL_WARNING_PERCENT // whether it does harm is seen by late threads
                ? Finding.warning(
                        STEAL, text, "Give this virtual machine more processor time, or choose a longer lease.")
                : Finding.ok(STEAL, text);
    }

    private static Finding suspend(ClockMeasurement seen) {
        Double suspended = seen.suspendedMillis();
        if (suspended == null) {
            return Finding.ok(SUSPEND, "This system does not tell whether it was suspended.");
        }
        return suspended >= SUSPEND_WARNING_MILLIS
                ? Finding.warning(
                        SUSPEND,
                        "This machine has been suspended for " + Milliseconds.text(suspended)
                                + " since it was started. A process loses all its locks when its machine is suspended.",
                        "Turn off sleep and hibernation, and pauses of the virtual machine for snapshots or moves.")
                : Finding.ok(SUSPEND, "This machine has not been suspended since it was started.");
    }

    private static Finding calendar(ClockMeasurement seen) {
        return Finding.warning(
                CALENDAR,
                "The calendar was set forward by " + Milliseconds.text(seen.calendarJumpMillis())
                        + " just now, or this machine was suspended. All processes on it lose their locks when that"
                        + " happens.",
                "Let the calendar be corrected slowly: chronyd without makestep after the start.");
    }

    private static Finding delay(ClockMeasurement seen, Timing timing) {
        double renewal = Milliseconds.ofNanos(timing.renewalIntervalNanos());
        double tick = Milliseconds.ofNanos(timing.tickIntervalNanos());
        String text =
                "A thread woke up " + Milliseconds.text(seen.usualDelayMillis()) + " late after a short wait, at most "
                        + Milliseconds.text(seen.longestDelayMillis()) + " in " + seen.waits()
                        + " waits. A process renews its lease"
                        + " every " + Milliseconds.text(renewal) + ".";
        String remedy = "Give this machine or container more processor time, keep it from swapping, or choose a longer"
                + " lease.";
        if (seen.longestDelayMillis() > renewal) {
            return Finding.problem(DELAY, text, remedy);
        }
        return seen.longestDelayMillis() > tick ? Finding.warning(DELAY, text, remedy) : Finding.ok(DELAY, text);
    }
}
