package org.peerlock.brain;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.word.Gates;

/** Makes the parts of a brain. A test makes one in which a rule is broken, and sees that it is noticed. */
class Parts {

    Gates gates() {
        return new Gates();
    }

    Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
        return new Locks(settings, gates, outside, tally, random);
    }

    Life life(Incarnation me, long now, long epochBefore, Body body) {
        return new Life(me, now, epochBefore, this, body);
    }

    Silence silence(Timing timing, long now) {
        return new Silence(timing, now);
    }

    Reports reports() {
        return new Reports();
    }

    Views views(Incarnation me, LongSupplier now, Reports reports, Body body) {
        return new Views(me, now, reports, body);
    }

    Duties duties(Incarnation me, Timing timing, Silence silence, Reports reports, Views views) {
        return new Duties(me, timing, silence, reports, views);
    }
}
