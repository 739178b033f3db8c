package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

class NonceTest {

    @Test
    void noTwoAreTheSame() {
        assertThat(Nonce.draw()).isNotEqualTo(Nonce.draw());
    }

    @Test
    void isReadAsWrittenAndRefusedIfAByteIsMissing() {
        Nonce nonce = Nonce.draw();
        ByteBuf out = Unpooled.buffer();
        nonce.write(out);
        assertThat(out.readableBytes()).isEqualTo(32);
        assertThatThrownBy(() -> Nonce.read(out.slice(0, 31))).isInstanceOf(CorruptedFrameException.class);
        assertThat(Nonce.read(out)).isEqualTo(nonce);
    }
}
