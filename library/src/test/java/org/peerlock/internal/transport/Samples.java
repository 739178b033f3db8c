package org.peerlock.internal.transport;

import static org.peerlock.internal.engine.membership.SampleStates.LEASE;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

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
        } else if (type == NodeCounters.class) {
            return NodeCounters.of(random.longs(random.nextInt(9)).toArray());
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

    Packet.Data data(Capacity.Kind kind, String algorithm, Class<?> message) {
        return new Packet.Data(number(), number(), number(), text(), capacity(kind), algorithm, message(message));
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

    private HeldLock held() {
        return new HeldLock(
                capacity(),
                Stream.generate(() -> new HeldShare(one(Mode.values()), 1 + random.nextInt(1_000), number()))
                        .limit(random.nextInt(4))
                        .toList());
    }

    private <T> T one(T[] all) {
        return all[random.nextInt(all.length)];
    }

    Packet.ReportPart reportPart() {
        SortedMap<String, HeldLock> holds = new TreeMap<>();
        for (int locks = random.nextInt(4); locks > 0; locks--) {
            holds.put(text(), held());
        }
        int parts = 1 + random.nextInt(Packet.ReportPart.MAX_PARTS);
        return new Packet.ReportPart(number(), incarnation(), random.nextInt(parts), parts, holds);
    }

    Packet.ReportSummary reportSummary() {
        SortedSet<Incarnation> survivors = new TreeSet<>();
        for (int complete = random.nextInt(4); complete > 0; complete--) {
            survivors.add(incarnation());
        }
        return new Packet.ReportSummary(number(), survivors, random.nextBoolean());
    }

    Packet.ReportRequest reportRequest() {
        int part = random.nextInt(Packet.ReportPart.MAX_PARTS);
        return new Packet.ReportRequest(number(), incarnation(), part, 1 + random.nextInt(100));
    }

    Packet.StateUpdate content() {
        ClusterState clusterState = ClusterState.create(
                incarnation(),
                RegistrySecret.WITHHELD,
                text(),
                new ClusterSettings(1, "test"),
                100,
                random.nextBoolean() ? LEASE : null);
        for (int members = random.nextInt(4); members > 0; members--) {
            clusterState = clusterState
                    .apply(new RegistryCommand.Join(
                            incarnation(),
                            Endpoint.plain("127.0.0.1:" + random.nextInt(60_000)),
                            ProtocolRange.OF_LIBRARY,
                            LEASE,
                            0))
                    .orElseThrow();
        }
        clusterState = clusterState
                .apply(new RegistryCommand.Propose(new TreeMap<>(), true))
                .orElse(clusterState);
        for (Incarnation id : clusterState.members().keySet()) {
            clusterState = clusterState
                    .apply(new RegistryCommand.Renew(
                            id, new TreeSet<>(clusterState.members().keySet())))
                    .orElseThrow();
        }
        return new Packet.StateUpdate(clusterState);
    }

    LockStatus standing() {
        return new LockStatus(
                capacity(),
                text(),
                random.nextBoolean(),
                List.of(new LockStatus.LockHolder(text(), number(), Mode.SHARED, 3, number())),
                List.of(
                        new LockStatus.LockWaiter(text(), number(), Mode.EXCLUSIVE, 1, 0, OptionalLong.empty()),
                        new LockStatus.LockWaiter(text(), number(), Mode.SHARED, 2, 1, OptionalLong.of(number()))),
                List.of(incarnation(), incarnation()),
                random.nextInt(3));
    }

    private NodeOverview.KnownLock known() {
        UsageMeter.UsageCounts usage =
                new UsageMeter.UsageCounts(number(), number(), number(), number(), number(), number(), number());
        return new NodeOverview.KnownLock(text(), capacity(), random.nextInt(3), (int) number(), usage);
    }

    /** One of each kind but for messages of algorithms. */
    List<Packet> packets() {
        return List.of(
                content(),
                new Packet.RenewalRequest(number(), new TreeSet<>(List.of(incarnation(), incarnation()))),
                new Packet.RenewalConfirmation(number(), content().state()),
                reportPart(),
                reportSummary(),
                reportRequest(),
                new Packet.Probe(number()),
                new Packet.Probe(number(), true),
                new Packet.ProbeReply(number(), "label", "1.0"),
                new Packet.ProbeReply(number(), "label", "1.0", Packet.Pledge.FOR_A_LEASE),
                new Packet.ProbeReply(number(), "label", "1.0", Packet.Pledge.FOR_EVER),
                new Packet.KindConflict(number(), text(), capacity()),
                new Packet.Ack(number(), number()),
                new Packet.LockQuery(number(), text()),
                new Packet.LockReply(number(), text(), null),
                new Packet.LockReply(number(), text(), standing()),
                new Packet.UsageQuery(number()),
                new Packet.UsageReply(number(), List.of()),
                new Packet.UsageReply(number(), List.of(known(), known())));
    }
}
