package org.peerlock.lab.scenario;

import org.peerlock.algorithm.Mode;

/** A parsed line of a scenario. */
sealed interface Directive {

    /** A comment, copied to the output. */
    record Comment(String text) implements Directive {}

    record Request(int node, Mode mode, int permits, int increment) implements Directive {}

    /** With {@code id} 0: the only request that waits. */
    record Cancel(int node, long id) implements Directive {}

    /**
     * With {@code id} 0: the only request inside; with {@code lastFence} 0: the fence of its entry.
     */
    record Release(int node, long id, long lastFence) implements Directive {}

    /** Takes the oldest message of a link whose text begins with {@code message}. */
    record Transmission(Fate fate, int from, int to, String message) implements Directive {}

    /** What happens to a message. */
    enum Fate {
        DELIVER,
        DROP,
        DUPLICATE
    }

    record Crash(int node) implements Directive {}

    record Join(int node, int sponsor) implements Directive {}

    record Leave(int node) implements Directive {}

    record Fail(int node, int observer) implements Directive {}

    /** With an empty {@code timer}: the only running timer. */
    record Expire(int node, String timer) implements Directive {}

    /** Delivers messages until none is under way. */
    record Settle() implements Directive {}

    /** Shows the state of a node, or of all nodes with {@code node} 0. */
    record ShowState(int node) implements Directive {}

    record Diagram() implements Directive {}
}
