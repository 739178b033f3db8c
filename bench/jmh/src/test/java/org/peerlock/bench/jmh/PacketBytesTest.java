package org.peerlock.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.protocol.Packet;

class PacketBytesTest {

    @ParameterizedTest
    @EnumSource
    void aPacketIsDecodedAsItWasEncoded(PacketBytes.Content content) {
        PacketBytes benchmark = new PacketBytes();
        benchmark.content = content;
        benchmark.nameLength = 8;
        benchmark.prepare();
        try {
            Packet first = benchmark.read();
            ByteBuf bytes = benchmark.write();
            assertThat(bytes.readableBytes()).isGreaterThan(benchmark.nameLength);
            assertThat(benchmark.read()).isEqualTo(first);
        } finally {
            benchmark.release();
        }
    }
}
