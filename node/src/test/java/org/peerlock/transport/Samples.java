package org.peerlock.transport;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.brain.Held;
import org.peerlock.brain.Overview;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Report;
import org.peerlock.brain.Share;
import org.peerlock.brain.Standing;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.word.Usage;

/** Things to send, drawn at random. */
final class Samples {

    private final Random random;

    Samples(long seed) {
        random = new Random(seed);
    }

    /** All records of a sealed interface. */
    static Stream<Class<?>> records(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Arrays.stream(type.getPermittedSubclasses()).flatMap(Samples::records);
    }

    Object message(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types)
                    .newInstance(Arrays.stream(types).map(this::value).toArray());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type + " cannot be made", e);
        }
    }

    private Object value(Class<?> type) {
        if (type == long.class) {
            return number();
        } else if (type == int.class) {
            return (int) number();
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        } else if (type == NodeQueue.class) {
            return NodeQueue.of(nodes());
        } else if (type == NodeSet.class) {
            return NodeSet.of(nodes());
        } else if (type == Counters.class) {
            return Counters.of(random.longs(random.nextInt(9)).toArray());
        }
        return message(type);
    }

    private int[] nodes() {
        return IntStream.generate(() -> 1 + random.nextInt(300))
                .limit(random.nextInt(9))
                .toArray();
    }

    /** Short ones, long ones, negative ones. */
    long number() {
        return random.nextLong() >> random.nextInt(Long.SIZE);
    }

    Incarnation incarnation() {
        return Incarnation.draw(random);
    }

    String text() {
        return List.of("", "a", "orders", "Überweisung 17", "\u0000\uD83D\uDD12\n")
                        .get(random.nextInt(5))
                + random.nextInt(1000);
    }

    Packet.Data data(Capacity.Kind kind, Class<?> message) {
        return new Packet.Data(number(), number(), number(), text(), capacity(kind), message(message));
    }

    private Capacity capacity(Capacity.Kind kind) {
        return switch (kind) {
            case MUTEX -> Capacity.mutex();
            case READ_WRITE -> Capacity.readWrite();
            case SEMAPHORE -> Capacity.semaphore(1 + random.nextInt(1 << random.nextInt(Integer.SIZE - 1)));
        };
    }

    private Capacity capacity() {
        return capacity(one(Capacity.Kind.values()));
    }

    private Held held() {
        return new Held(
                capacity(),
                Stream.generate(() -> new Share(one(Mode.values()), 1 + random.nextInt(1_000), number()))
                        .limit(random.nextInt(4))
                        .toList());
    }

    private <T> T one(T[] all) {
        return all[random.nextInt(all.length)];
    }

    Packet.Reports reports() {
        SortedMap<Incarnation, Report> reports = new TreeMap<>();
        for (int survivors = random.nextInt(4); survivors > 0; survivors--) {
            SortedMap<String, Held> holds = new TreeMap<>();
            for (int locks = random.nextInt(4); locks > 0; locks--) {
                holds.put(text(), held());
            }
            reports.put(incarnation(), new Report(holds));
        }
        return new Packet.Reports(number(), reports);
    }

    Packet.Content content() {
        Registry registry = Registry.create(incarnation(), text(), "1 test", 6_000, 10_000, 100, random.nextBoolean());
        for (int members = random.nextInt(4); members > 0; members--) {
            registry = registry.apply(new Command.Join(incarnation(), "127.0.0.1:" + random.nextInt(60_000), 0))
                    .orElseThrow();
        }
        registry = registry.apply(new Command.Propose(new TreeMap<>(), true)).orElse(registry);
        for (Incarnation id : registry.members().keySet()) {
            registry = registry.apply(new Command.Renew(
                            id, new TreeSet<>(registry.members().keySet())))
                    .orElseThrow();
        }
        return new Packet.Content(registry);
    }

    Standing standing() {
        return new Standing(
                capacity(),
                random.nextBoolean(),
                List.of(new Standing.Holder(text(), number(), Mode.SHARED, 3, number())),
                List.of(
                        new Standing.Waiting(text(), number(), Mode.EXCLUSIVE, 1, 0, OptionalLong.empty()),
                        new Standing.Waiting(text(), number(), Mode.SHARED, 2, 1, OptionalLong.of(number()))),
                List.of(incarnation(), incarnation()),
                random.nextInt(3));
    }

    private Overview.Known known() {
        Usage.Counts usage = new Usage.Counts(number(), number(), number(), number(), number(), number(), number());
        return new Overview.Known(text(), capacity(), random.nextInt(3), (int) number(), usage);
    }

    /** One of each kind but for messages of algorithms. */
    List<Packet> packets() {
        return List.of(
                content(),
                reports(),
                new Packet.Probe(number()),
                new Packet.Echo(number(), "label", "1.0"),
                new Packet.Disagreement(number(), text(), capacity()),
                new Packet.Receipt(number(), number()),
                new Packet.Query(number(), text()),
                new Packet.Answer(number(), text(), null),
                new Packet.Answer(number(), text(), standing()),
                new Packet.Census(number()),
                new Packet.Uses(number(), List.of()),
                new Packet.Uses(number(), List.of(known(), known())));
    }
}
