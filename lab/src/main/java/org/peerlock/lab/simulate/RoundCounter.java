package org.peerlock.lab.simulate;

/**
 * Counts rounds: a round ends when every message that was under way at its start has arrived.
 *
 * <p>However long single messages take, a message has arrived after one round, and its answer after
 * two. So rounds measure how long a request may have to wait.
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

    /** A message arrives later than planned; it may belong to this round. */
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
