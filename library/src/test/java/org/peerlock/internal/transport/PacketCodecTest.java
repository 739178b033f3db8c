package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.MessageType;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;
import org.peerlock.internal.protocol.Packet;

class PacketCodecTest {

    private static final int TIMES = 200;

    private final PacketCodec codec = new PacketCodec();

    /** A kind of lock, and an algorithm that serves it. */
    private record Served(Capacity.Kind kind, CatalogueEntry<?, ?> algorithm) {

        Class<?> messages() {
            Capacity capacity = kind == Capacity.Kind.READ_WRITE ? Capacity.readWrite() : new Capacity(kind, 1);
            return MessageType.of(algorithm
                    .create(new GroupConfig(3, capacity, new TreeMap<>()))
                    .get(0));
        }

        @Override
        public String toString() {
            return kind + " " + algorithm.id();
        }
    }

    private static Stream<Served> served() {
        return Stream.of(Capacity.Kind.values())
                .flatMap(kind -> LiveAlgorithms.all(kind).stream().map(algorithm -> new Served(kind, algorithm)));
    }

    private static byte[] written(PacketCodec codec, Packet packet) {
        ByteBuf out = Unpooled.buffer();
        codec.write(out, packet);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private static Packet read(PacketCodec codec, byte[] bytes) {
        return codec.read(Unpooled.wrappedBuffer(bytes));
    }

    private static Class<?> messages(CatalogueEntry<?, ?> algorithm) {
        return MessageType.of(algorithm.create(GroupConfig.mutex(3)).get(0));
    }

    @TestFactory
    Stream<DynamicTest> allMessagesAreReadAsWritten() {
        return served().map(one -> DynamicTest.dynamicTest(one.toString(), () -> {
            Samples samples = new Samples(7);
            Samples.records(one.messages()).forEach(type -> {
                for (int i = 0; i < TIMES; i++) {
                    Packet data = samples.data(one.kind(), one.algorithm().id(), type);
                    assertThat(read(codec, written(codec, data))).isEqualTo(data);
                }
            });
        }));
    }

    @Test
    void allOtherPacketsAreReadAsWritten() {
        Samples samples = new Samples(8);
        for (int i = 0; i < TIMES; i++) {
            for (Packet packet : samples.packets()) {
                assertThat(read(codec, written(codec, packet))).isEqualTo(packet);
            }
        }
    }

    @Test
    void aSemaphoreMayHaveAsManyPermitsAsCanBeCounted() {
        Packet packet = new Packet.KindConflict(1, "x", Capacity.semaphore(Integer.MAX_VALUE));
        assertThat(read(codec, written(codec, packet))).isEqualTo(packet);
    }

    @Test
    void allOfTheCatalogueThatServesMutexesCouldBeCarried() {
        List<String> carried = new ArrayList<>();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            if (entry.profile().serves().contains(Capacity.Kind.MUTEX)) {
                assertThat(new MessageCodec(messages(entry))).isNotNull();
                carried.add(entry.id());
            }
        }
        assertThat(carried).hasSizeGreaterThan(10);
    }

    /** They are on the wire between versions: a number is never given to another algorithm. */
    @Test
    void everyLiveAlgorithmHasANumberThatNeverChanges() {
        assertThat(AlgorithmCodecs.NUMBERED)
                .containsExactly(
                        "lamport",
                        "ricart-agrawala",
                        "ra-random-increment",
                        "ra-broadcast",
                        "ra-broadcast-reply",
                        "ra-ring-notes",
                        "ra-ring-echo",
                        "ra-readers-writers",
                        "roucairol-carvalho",
                        "raymond-k",
                        "maekawa",
                        "suzuki-kasami",
                        "raymond-tree",
                        "naimi-trehel",
                        "last-entered")
                .doesNotHaveDuplicates();
        assertThat(served().map(one -> one.algorithm().id()))
                .as("with a number")
                .isSubsetOf(AlgorithmCodecs.NUMBERED);
    }

    @Test
    void aMessageIsSmall() {
        long epoch = 200_000_000;
        Packet request = new Packet.Data(
                epoch,
                1_000,
                1_000,
                "orders",
                Capacity.mutex(),
                "ricart-agrawala",
                new RicartAgrawala.Message.Request(5_000, Mode.EXCLUSIVE));
        assertThat(written(codec, request)).hasSize(22);
        Packet token = new Packet.Data(
                epoch,
                1_000,
                1_000,
                "orders",
                Capacity.mutex(),
                "suzuki-kasami",
                new SuzukiKasami.Message.Token(
                        new SuzukiKasami.Ledger(NodeCounters.of(100, 90, 80), NodeQueue.of(2, 3)),
                        (epoch << 32) + 270));
        assertThat(written(codec, token)).hasSize(35);
        assertThat(written(codec, new Packet.Ack(epoch, 1_000))).hasSize(7);
    }

    @TestFactory
    Stream<DynamicTest> whatIsDamagedIsRefusedOrReadAndNothingElse() {
        return served().map(one -> DynamicTest.dynamicTest(one.toString(), () -> {
            Samples samples = new Samples(9);
            List<Packet> packets = new ArrayList<>(samples.packets());
            Samples.records(one.messages())
                    .forEach(type ->
                            packets.add(samples.data(one.kind(), one.algorithm().id(), type)));
            for (Packet packet : packets) {
                byte[] bytes = written(codec, packet);
                for (int length = 0; length < bytes.length; length++) {
                    byte[] shorter = Arrays.copyOf(bytes, length);
                    assertThatThrownBy(() -> read(codec, shorter)).isInstanceOf(CorruptedFrameException.class);
                }
                byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                assertThatThrownBy(() -> read(codec, longer)).isInstanceOf(CorruptedFrameException.class);
                flipBits(codec, bytes);
            }
        }));
    }

    private static void flipBits(PacketCodec codec, byte[] bytes) {
        Random random = new Random(bytes.length);
        for (int i = 0; i < TIMES; i++) {
            byte[] damaged = bytes.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                int bit = random.nextInt(damaged.length * Byte.SIZE);
                damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
            try {
                assertThat(read(codec, damaged)).isNotNull();
            } catch (CorruptedFrameException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void anyBytesAreRefusedOrReadAndNothingElse() {
        Random random = new Random(10);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(60)];
            random.nextBytes(bytes);
            bytes[0] = (byte) (1 + random.nextInt(15));
            try {
                assertThat(read(codec, bytes)).isNotNull();
            } catch (CorruptedFrameException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    /** Each is a message of an algorithm, in view 1 and so on, of an exclusive lock without a name, of algorithm 11: 05 01 01 01 00 00 0b. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing
                "00", // no such packet
                "10", // no such packet
                "03 80", // a number that does not end
                "03 ff ff ff ff ff ff ff ff ff 02", // more than 64 bits
                "03 80 80 80 80 80 80 80 80 80 80 00", // more than 10 bytes
                "05 01 01 01 ff ff ff ff 07", // a name of 2 GB
                "05 01 01 01 01 ff 00 00 01", // half a character
                "05 01 01 01 02 c0 80 00 00 01", // zero, written in two bytes
                "0b 01 ff ff ff ff 07", // 2,000,000,000 locks
                "05 01 01 01 00 00 0f", // no such algorithm
                "05 01 01 01 00 00 0b 02", // no such message
                "05 01 01 01 00 00 0b 01 ff ff ff ff 0f", // counters for 4,000,000,000 nodes
                "05 01 01 01 00 00 0b 01 00 01 00 01", // a node 0
                "05 01 01 01 00 00 0b 01 00 01 ff ff 7f 01", // a node 2,097,151
                "02 01 00000000000000010000000000000001 00 00 00", // a report of no parts
                "02 01 00000000000000010000000000000001 01 01 00", // the second part of one
                "02 01 00000000000000010000000000000001 ff ff ff ff 0f 01 00", // a part before the first
                "02 01 00000000000000010000000000000001 00 81 80 40 00", // a report of 1,048,577 parts
                "02 01 00000000000000010000000000000001 00 01 02 00 00 00 00 00 00", // a lock twice
                "0c 01 02 00000000000000010000000000000001 00000000000000010000000000000001 00", // a survivor twice
                "0d 01 00000000000000010000000000000001 ff ff ff ff 0f 01", // a request for a part before the first
                "0d 01 00000000000000010000000000000001 80 80 40 01", // a request for part 1,048,576
                "0d 01 00000000000000010000000000000001 00 00", // a request for no parts
                "0d 01 00000000000000010000000000000001 00 81 80 40", // a request for 1,048,577 parts
                "05 01 01 01 00 ff ff ff ff 0f 00", // a semaphore of less than no permits
                "02 01 00000000000000010000000000000001 00 01 01 00 00 01 02 01 01", // a hold that is neither shared
                // nor not
                "02 01 00000000000000010000000000000001 00 01 01 00 02 01 01 00 01", // a hold of no permits
            })
    void isRefused(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatThrownBy(() -> read(codec, bytes)).isInstanceOf(CorruptedFrameException.class);
    }

    @Test
    void aLongSetOfNodesIsReadWithoutMemoryForThoseThatAreNotInIt() {
        // broadcast, so not live, but it has sets: REPLY_TO with node 65536
        byte[] bytes = HexFormat.of().parseHex("050101010000" + "04" + "02" + "01" + "808004" + "01");
        assertThatThrownBy(() -> read(codec, bytes))
                .isInstanceOf(CorruptedFrameException.class)
                .hasMessageContaining("65536");
    }

    @Test
    void aNameThatIsNoTextIsNotSent() {
        Packet data = new Packet.Data(
                1, 1, 1, "half \uD800", Capacity.mutex(), "ricart-agrawala", new RicartAgrawala.Message.Reply(1));
        assertThatThrownBy(() -> written(codec, data)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMessageOfAnotherAlgorithmIsNotSent() {
        Packet data =
                new Packet.Data(1, 1, 1, "x", Capacity.mutex(), "suzuki-kasami", new RicartAgrawala.Message.Reply(1));
        assertThatThrownBy(() -> written(codec, data)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMessageOfAnAlgorithmThatIsNotUsedLiveIsNotSent() {
        Packet data =
                new Packet.Data(1, 1, 1, "x", Capacity.mutex(), "token-ring", new RicartAgrawala.Message.Reply(1));
        assertThatThrownBy(() -> written(codec, data))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("token-ring is not used between live nodes");
    }

    @Test
    void theFirstAndTheLastPartOfAReportCanBeSentAndRequested() {
        int most = Packet.ReportPart.MAX_PARTS;
        Incarnation survivor = new Incarnation(1, 1);
        for (Packet each : List.of(
                new Packet.ReportPart(7, survivor, 0, 1, new TreeMap<>()),
                new Packet.ReportPart(7, survivor, most - 1, most, new TreeMap<>()),
                new Packet.ReportRequest(7, survivor, 0, 1),
                new Packet.ReportRequest(7, survivor, most - 1, most))) {
            ByteBuf out = Unpooled.buffer();
            codec.write(out, each);
            assertThat(codec.read(out)).isEqualTo(each);
        }
    }
}
