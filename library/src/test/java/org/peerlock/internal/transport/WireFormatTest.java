package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/** How numbers, texts and collections are written, up to the limits of each. */
class WireFormatTest {

    private final ByteBuf out = Unpooled.buffer();

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static void assertRefused(Function<ByteBuf, ?> reader, String hex) {
        assertThatThrownBy(() -> reader.apply(bytes(hex))).isInstanceOf(CorruptedFrameException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "127, 7f",
        "128, 80 01",
        "16383, ff 7f",
        "16384, 80 80 01",
        "9223372036854775807, ff ff ff ff ff ff ff ff 7f",
        "-9223372036854775808, 80 80 80 80 80 80 80 80 80 01",
        "-1, ff ff ff ff ff ff ff ff ff 01"
    })
    void aNumberTakesSevenBitsInEachByte(long number, String hex) {
        WireFormat.writeLong(out, number);
        assertThat(out).isEqualTo(bytes(hex));
        assertThat(WireFormat.readLong(out)).isEqualTo(number);
        assertThat(out.isReadable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "80",
                "ff ff ff ff ff ff ff ff ff",
                "80 80 80 80 80 80 80 80 80 02",
                "80 80 80 80 80 80 80 80 80 81 00"
            })
    void aNumberOfMoreBitsOrWithoutAnEndIsRefused(String hex) {
        assertRefused(WireFormat::readLong, hex);
    }

    @Test
    void aSmallNumberHasThirtyTwoBits() {
        for (int number : new int[] {0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
            out.clear();
            WireFormat.writeInt(out, number);
            assertThat(out.readableBytes()).isLessThanOrEqualTo(5);
            assertThat(WireFormat.readInt(out)).isEqualTo(number);
        }
        assertRefused(WireFormat::readInt, "80 80 80 80 10");
    }

    @Test
    void noMoreElementsAreAnnouncedThanThereAreBytes() {
        assertThat(WireFormat.readCount(bytes("02 00 00"))).isEqualTo(2);
        assertThat(WireFormat.readCount(bytes("00"))).isZero();
        assertRefused(WireFormat::readCount, "03 00 00");
        assertRefused(WireFormat::readCount, "ff ff ff ff ff ff ff ff ff 01 00");
        assertThat(WireFormat.readList(bytes("03 07 08 09"), WireFormat::readByte))
                .isEqualTo(List.of(7, 8, 9));
        assertThat(WireFormat.readList(bytes("00"), WireFormat::readByte)).isEmpty();
    }

    @Test
    void aChoiceIsTrueOrFalse() {
        assertThat(WireFormat.readBoolean(bytes("00"))).isFalse();
        assertThat(WireFormat.readBoolean(bytes("01"))).isTrue();
        assertRefused(WireFormat::readBoolean, "02");
        assertRefused(WireFormat::readBoolean, "");
        assertThat(WireFormat.readByte(bytes("ff"))).isEqualTo(255);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a\u007f", "ä", "aä", "\u0080", "\uD83D\uDD12"})
    void aTextIsReadAsWritten(String text) {
        WireFormat.writeString(out, text);
        assertThat(WireFormat.readString(out)).isEqualTo(text);
        assertThat(out.isReadable()).isFalse();
    }

    @Test
    void aTextThatIsNotWellFormedIsNeitherWrittenNorRead() {
        assertThatThrownBy(() -> WireFormat.writeString(out, "\uD83D")).isInstanceOf(IllegalArgumentException.class);
        assertRefused(WireFormat::readString, "01 80");
        assertRefused(WireFormat::readString, "02 61 ff");
        assertRefused(WireFormat::readString, "02 61");
    }

    @Test
    void anIncarnationHasSixteenBytes() {
        Incarnation node = new Incarnation(Long.MIN_VALUE, 7);
        WireFormat.writeIncarnation(out, node);
        assertThat(out.readableBytes()).isEqualTo(16);
        assertThat(WireFormat.readIncarnation(out)).isEqualTo(node);
        assertRefused(WireFormat::readIncarnation, "00".repeat(15));
    }

    @Test
    void aRangeOfProtocolsDoesNotEndBeforeItBegins() {
        WireFormat.writeProtocols(out, new ProtocolRange(2, 3));
        assertThat(WireFormat.readProtocols(out)).isEqualTo(new ProtocolRange(2, 3));
        assertRefused(WireFormat::readProtocols, "03 02");
    }

    @Test
    void nothingFollowsTheEnd() {
        assertThatCode(() -> WireFormat.requireEnd(bytes(""))).doesNotThrowAnyException();
        assertThatThrownBy(() -> WireFormat.requireEnd(bytes("00")))
                .isInstanceOf(CorruptedFrameException.class)
                .hasMessage("it goes on for 1 bytes after its end");
    }
}
