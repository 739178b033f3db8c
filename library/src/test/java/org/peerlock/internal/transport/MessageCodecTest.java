package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

class MessageCodecTest {

    public sealed interface Shape {
        record Point() implements Shape {}

        sealed interface Round extends Shape {
            record Circle(Corner centre, boolean filled) implements Round {}
        }

        record Line(Corner from, Corner to, Ink ink) implements Shape {
            public Line {
                if (from.equals(to)) {
                    throw new IllegalArgumentException("a line has two ends");
                }
            }
        }
    }

    public enum Ink {
        BLUE,
        RED
    }

    public record Corner(int x, long y) {}

    public sealed interface Named {
        record Name(String text) implements Named {}
    }

    public sealed interface Open {
        non-sealed class Anything implements Open {}
    }

    private final MessageCodec codec = new MessageCodec(Shape.class);

    private byte[] written(Object message) {
        ByteBuf out = Unpooled.buffer();
        codec.write(out, message);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    @Test
    void recordsAreNumberedInTheOrderOfTheirNames() {
        Corner one = new Corner(1, 2);
        Corner two = new Corner(3, 4);
        assertThat(written(new Shape.Point())).containsExactly(1);
        assertThat(written(new Shape.Round.Circle(one, true))).containsExactly(2, 1, 2, 1);
        assertThat(written(new Shape.Line(one, two, Ink.RED))).containsExactly(0, 1, 2, 3, 4, 1);
    }

    @Test
    void isReadAsWritten() {
        Corner one = new Corner(-1, Long.MIN_VALUE);
        Corner two = new Corner(Integer.MAX_VALUE, Long.MAX_VALUE);
        for (Shape shape :
                List.of(new Shape.Point(), new Shape.Round.Circle(one, false), new Shape.Line(one, two, Ink.BLUE))) {
            assertThat(codec.read(Unpooled.wrappedBuffer(written(shape)))).isEqualTo(shape);
        }
    }

    @Test
    void aValueThatATypeDoesNotHaveIsRefused() {
        assertRefused(3); // no such record
        assertRefused(2, 1, 2, 2); // neither false nor true
        assertRefused(0, 1, 2, 3, 4, 2); // no such ink
        assertRefused(2, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 2, 1); // 33 bits for an int
    }

    @Test
    void aRecordThatRefusesToBeMadeIsRefused() {
        assertRefused(0, 1, 2, 1, 2, 0);
    }

    private void assertRefused(int... bytes) {
        ByteBuf in = Unpooled.buffer();
        for (int next : bytes) {
            in.writeByte(next);
        }
        assertThatThrownBy(() -> codec.read(in)).isInstanceOf(CorruptedFrameException.class);
    }

    @Test
    void saysWhatItCannotCarry() {
        assertThatThrownBy(() -> new MessageCodec(Named.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'text' of type java.lang.String");
        assertThatThrownBy(() -> new MessageCodec(Open.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("neither a record nor a sealed interface");
        assertThatThrownBy(() -> new MessageCodec(Object.class)).isInstanceOf(IllegalArgumentException.class);
    }
}
