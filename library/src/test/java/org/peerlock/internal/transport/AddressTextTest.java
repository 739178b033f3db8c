package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.io.netty.util.NetUtil;

class AddressTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7000", "10.0.0.1:65535", "[::1]:7000", "[2001:db8::1]:1"})
    void isReadAsWritten(String text) {
        assertThat(NetUtil.toSocketAddressString(AddressText.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost:7000", "127.0.0.1", ":7000", "127.0.0.1:", "127.0.0.1:65536", "1.2.3:4", "[]:1"})
    void nothingElseIsRead(String text) {
        assertThatThrownBy(() -> AddressText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7000", "127.1.2.3:7000", "[::1]:7000"})
    void isOfThisMachineAlone(String text) {
        assertThat(AddressText.requireLoopback(AddressText.parse(text))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1:7000", "0.0.0.0:7000", "[::]:7000"})
    void canBeReachedFromElsewhere(String text) {
        assertThatThrownBy(() -> AddressText.requireLoopback(AddressText.parse(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not secured");
    }
}
