package org.peerlock.lab.world;

import java.util.List;

/**
 * A message under way.
 *
 * @param rounds the rounds that it belongs to, where time is bounded
 */
public record Envelope<M>(int from, int to, M message, List<Round> rounds) {

    /**
     * A round of messages that a node allows some time for: those that it sends when it sets a timer, those that are sent
     * when these arrive, and so on. Where time is bounded the timer does not expire before all of them have arrived.
     *
     * @param timer the one that was set
     * @param trips how many messages in a row there may still be after this one
     */
    public record Round(World.Timer timer, int trips) {}

    /** The rounds of the messages that are sent when this one arrives. */
    List<Round> next() {
        return rounds.stream()
                .filter(round -> round.trips() > 0)
                .map(round -> new Round(round.timer(), round.trips() - 1))
                .toList();
    }

    Envelope<M> in(List<Round> others) {
        return new Envelope<>(from, to, message, others);
    }

    boolean belongsTo(World.Timer timer) {
        return rounds.stream().anyMatch(round -> round.timer().equals(timer));
    }

    boolean sameLink(Envelope<M> other) {
        return from == other.from && to == other.to;
    }
}
