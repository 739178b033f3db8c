package org.peerlock.brain;

import java.util.random.RandomGenerator;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.word.Gates;

/** Makes the parts of a brain. A test makes one in which a rule is broken, and sees that it is noticed. */
class Parts {

    Gates gates() {
        return new Gates();
    }

    Life life(
            Incarnation me,
            long now,
            long epochBefore,
            Settings settings,
            Gates gates,
            Locks locks,
            Outside outside,
            Tally tally) {
        return new Life(me, now, epochBefore, this, settings, gates, locks, outside, tally);
    }

    Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
        return new Locks(settings, gates, outside, tally, random);
    }

    Silence silence(Timing timing, long now) {
        return new Silence(timing, now);
    }

    Reports reports() {
        return new Reports();
    }
}
