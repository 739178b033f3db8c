package org.peerlock.brain;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;

/** Contents of a cell, for tests. */
final class Registries {

    private Registries() {}

    static Incarnation id(int number) {
        return new Incarnation(0, number);
    }

    static SortedSet<Incarnation> ids(int... numbers) {
        SortedSet<Incarnation> ids = new TreeSet<>();
        for (int number : numbers) {
            ids.add(id(number));
        }
        return ids;
    }

    /** Nobody is a member, and these have joined in this order. */
    static Registry joined(int... numbers) {
        Registry registry = Registry.create(id(99), "cluster", "1 ricart-agrawala", 6_000, 10_000, 1, false);
        for (int number : numbers) {
            registry = apply(registry, new Command.Join(id(number), "nowhere", 0));
        }
        return registry;
    }

    static Registry apply(Registry registry, Command... commands) {
        Registry after = registry;
        for (Command command : List.of(commands)) {
            after = after.apply(command).orElseThrow();
        }
        return after;
    }

    static Registry renewed(Registry registry, int number, int... unreachable) {
        return apply(registry, new Command.Renew(id(number), ids(unreachable)));
    }
}
