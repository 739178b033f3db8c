package org.peerlock.lab.world;

/** A message under way. */
public record Envelope<M>(int from, int to, M message) {

    boolean sameLink(Envelope<M> other) {
        return from == other.from && to == other.to;
    }
}
