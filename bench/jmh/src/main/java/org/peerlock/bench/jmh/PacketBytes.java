package org.peerlock.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.NaimiTrehel;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.ByteBufAllocator;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.PacketCodec;

/**
 * Encodes a packet into an existing buffer, and decodes it again. These are the packets that carry
 * a lock's messages, with numbers as large as in production.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls prepare first
public class PacketBytes {

    /** Epochs start from the wall clock, in seconds. */
    private static final long EPOCH = 200_000_000L;

    private static final long FENCE = (EPOCH << 32) + 1_000;

    /** The message in the packet. */
    @SuppressWarnings("ImmutableEnumChecker") // messages are immutable
    public enum Content {
        NAIMI_TREHEL_REQUEST("naimi-trehel", new NaimiTrehel.Message.Request(7)),
        NAIMI_TREHEL_TOKEN("naimi-trehel", new NaimiTrehel.Message.Token(FENCE)),
        /** Nine nodes, three of which wait. */
        SUZUKI_KASAMI_TOKEN(
                "suzuki-kasami",
                new SuzukiKasami.Message.Token(
                        new SuzukiKasami.Ledger(
                                NodeCounters.of(110, 120, 130, 140, 150, 160, 170, 180, 190), NodeQueue.of(3, 8, 5)),
                        FENCE));

        private final String algorithm;
        private final Record message;

        Content(String algorithm, Record message) {
            this.algorithm = algorithm;
            this.message = message;
        }
    }

    @Param
    public Content content;

    /** The length of the lock's name. */
    @Param({"8", "40"})
    public int nameLength;

    private PacketCodec codec;
    private Packet packet;
    private ByteBuf written;
    private ByteBuf buffer;

    @Setup
    public void prepare() {
        codec = new PacketCodec();
        packet = new Packet.Data(
                EPOCH, 2_000, 1_500, "x".repeat(nameLength), Capacity.mutex(), content.algorithm, content.message);
        buffer = ByteBufAllocator.DEFAULT.buffer();
        written = ByteBufAllocator.DEFAULT.buffer();
        codec.write(written, packet);
    }

    @TearDown
    public void release() {
        buffer.release();
        written.release();
    }

    @Benchmark
    public ByteBuf write() {
        codec.write(buffer.clear(), packet);
        return buffer;
    }

    @Benchmark
    public Packet read() {
        return codec.read(written.readerIndex(0));
    }
}
