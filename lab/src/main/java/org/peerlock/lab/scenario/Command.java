package org.peerlock.lab.scenario;

import org.peerlock.algorithm.Mode;

/** A line of a scenario, understood but not yet carried out. */
sealed interface Command {

    /** Said in the output as it stands. */
    record Comment(String text) implements Command {}

    record Request(int node, Mode mode, int permits, int increment) implements Command {}

    /** With {@code id} 0: the only one that waits. */
    record Cancel(int node, long id) implements Command {}

    /** With {@code id} 0: the only one inside; with {@code lastFence} 0: the one that it entered with. */
    record Release(int node, long id, long lastFence) implements Command {}

    /** Takes the oldest message of a link whose text begins with {@code message}. */
    record Transmission(Fate fate, int from, int to, String message) implements Command {}

    /** What becomes of a message. */
    enum Fate {
        DELIVER,
        DROP,
        DUPLICATE
    }

    record Crash(int node) implements Command {}

    record Join(int node, int sponsor) implements Command {}

    record Leave(int node) implements Command {}

    record Fail(int node, int observer) implements Command {}

    /** With an empty {@code timer}: the only one that runs. */
    record Expire(int node, String timer) implements Command {}

    /** Delivers until nothing is under way. */
    record Settle() implements Command {}

    /** Shows the state of a node; of all with {@code node} 0. */
    record ShowState(int node) implements Command {}

    record Diagram() implements Command {}
}
