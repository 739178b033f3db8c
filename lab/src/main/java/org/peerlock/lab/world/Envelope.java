package org.peerlock.lab.world;

import java.util.List;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;

/** A message under way. */
public final class Envelope<M> {

    private final int from;
    private final int to;
    private final M message;
    private final List<Round> rounds;
    private final NumberRanges numberRanges;
    private final long fingerprint;

    /**
     * A message under way.
     *
     * @param rounds the rounds that it belongs to, if time is bounded
     * @param numberRanges the numbers in it, if numbers are shifted
     */
    Envelope(int from, int to, M message, List<Round> rounds, NumberRanges numberRanges) {
        this.from = from;
        this.to = to;
        this.message = message;
        this.rounds = rounds;
        this.numberRanges = numberRanges;
        this.fingerprint = Fingerprint.of(this.toString());
    }

    /** A message under way, for comparison with others. */
    public Envelope(int from, int to, M message, List<Round> rounds) {
        this(from, to, message, rounds, NumberRanges.NONE);
    }

    /**
     * A round of messages that a timer of a node waits for: those that the node sends when it sets
     * the timer, those that are sent when these arrive, and so on. If time is bounded, the timer
     * does not expire before all of them have arrived.
     *
     * @param node the node that set the timer
     * @param length the length of the timer
     * @param trips how many messages in a row there may still be after this one
     */
    public record Round(int node, TimerId timer, Timeout length, int trips) {

        Round next() {
            return new Round(node, timer, length, trips - 1);
        }

        boolean isOf(World.Timer other) {
            return node == other.node() && timer.equals(other.id()) && length.equals(other.length());
        }
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public M message() {
        return message;
    }

    List<Round> rounds() {
        return rounds;
    }

    NumberRanges numberRanges() {
        return numberRanges;
    }

    /** A fingerprint of the message, its sender and its recipient. */
    long fingerprint() {
        return fingerprint;
    }

    /** The rounds of the messages that are sent when this one arrives. */
    List<Round> next() {
        return rounds.stream()
                .filter(round -> round.trips() > 0)
                .map(Round::next)
                .toList();
    }

    boolean belongsTo(World.Timer timer) {
        return rounds.stream().anyMatch(round -> round.isOf(timer));
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Envelope<?> that
                        && fingerprint == that.fingerprint
                        && from == that.from
                        && to == that.to
                        && message.equals(that.message)
                        && rounds.equals(that.rounds));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(fingerprint);
    }

    @Override
    public String toString() {
        return from + " -> " + to + " " + message + (rounds.isEmpty() ? "" : " " + rounds);
    }
}
