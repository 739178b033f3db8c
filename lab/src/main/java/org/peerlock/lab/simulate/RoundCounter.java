package org.peerlock.lab.simulate;

/**
 * Counts rounds: one is over when every message that was under way at its beginning has arrived.
 *
 * <p>However long single messages take, what a node has said has been heard after one round, and answered after two. So
 * rounds are the measure for how long somebody may have to wait.
 */
final class RoundCounter {

    private long count;
    /** When the last of all messages sent so far arrives. */
    private long latest;
    /** When the last message of this round arrives. */
    private long end;

    void sent(long arrival) {
        latest = Math.max(latest, arrival);
    }

    /** A message arrives later than was said; it may be one of this round. */
    void heldUp(long arrival) {
        latest = Math.max(latest, arrival);
        end = Math.max(end, arrival);
    }

    void passed(long time) {
        if (time > end) {
            count++;
            end = latest;
        }
    }

    long count() {
        return count;
    }
}
