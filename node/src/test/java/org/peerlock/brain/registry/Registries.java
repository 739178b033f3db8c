package org.peerlock.brain.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Registries for tests, made by commands as all are. */
final class Registries {

    static final Incarnation A = new Incarnation(1, 1);
    static final Incarnation B = new Incarnation(1, 2);
    static final Incarnation C = new Incarnation(-1, 3);

    private Registries() {}

    static Registry empty() {
        return Registry.create(new Incarnation(7, 7), "orders", "1", 6_000, 10_000, 100, false);
    }

    /** A view of these, made one after the other. */
    static Registry of(Incarnation... ids) {
        Registry registry = after(empty(), joins(ids));
        return after(registry, propose(false), new Command.Install(registry.maxEpoch() + 1));
    }

    /** The outcome of commands none of which is refused. */
    static Registry after(Registry registry, Command... commands) {
        Registry reached = registry;
        for (Command command : commands) {
            reached = reached.apply(command).orElseThrow(() -> new AssertionError("refused: " + command));
        }
        return reached;
    }

    static Member record(Registry registry, Incarnation id) {
        return Objects.requireNonNull(registry.members().get(id));
    }

    private static Command[] joins(Incarnation... ids) {
        return List.of(ids).stream().map(Registries::join).toArray(Command[]::new);
    }

    static Command join(Incarnation id) {
        return new Command.Join(id, "10.0.0." + id.low() + ":7000", 0);
    }

    static Command renew(Incarnation id, Incarnation... unreachable) {
        return new Command.Renew(id, new TreeSet<>(List.of(unreachable)));
    }

    static Command propose(boolean bump) {
        return new Command.Propose(new TreeMap<>(), bump);
    }

    /** Drops these with the stamps that they have. */
    static Command drop(Registry registry, Incarnation... ids) {
        SortedMap<Incarnation, Long> drops = new TreeMap<>();
        for (Incarnation id : ids) {
            drops.put(id, record(registry, id).stamp());
        }
        return new Command.Propose(drops, false);
    }

    /** Any command: most make sense, many come too late. */
    static Command draw(Registry registry, List<Incarnation> ids, Random random) {
        Incarnation id = ids.get(random.nextInt(ids.size()));
        switch (random.nextInt(6)) {
            case 0:
                return new Command.Join(id, "host-" + random.nextInt(10), 0);
            case 1:
                return new Command.Renew(id, some(ids, random));
            case 2:
                return new Command.Leave(id);
            case 3:
            case 4:
                SortedMap<Incarnation, Long> drops = new TreeMap<>();
                for (Incarnation dropped :
                        some(new ArrayList<>(registry.members().keySet()), random)) {
                    long stamp = record(registry, dropped).stamp();
                    drops.put(dropped, random.nextInt(10) == 0 ? stamp - 1 : stamp);
                }
                return new Command.Propose(drops, random.nextBoolean());
            default:
                return new Command.Install(registry.maxEpoch() - random.nextInt(10) / 9);
        }
    }

    private static SortedSet<Incarnation> some(List<Incarnation> ids, Random random) {
        SortedSet<Incarnation> some = new TreeSet<>();
        for (Incarnation id : ids) {
            if (random.nextInt(4) == 0) {
                some.add(id);
            }
        }
        return some;
    }
}
