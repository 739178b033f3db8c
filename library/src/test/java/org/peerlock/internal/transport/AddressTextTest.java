package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:7000",
                "10.0.0.1:65535",
                "[0:0:0:0:0:0:0:1]:7000",
                "[2001:db8:0:0:0:0:0:1]:1",
                "node1.example.com:7000"
            })
    void isReadAsWritten(String text) {
        InetSocketAddress address = AddressText.parse(text);
        assertThat(AddressText.of(address.getHostString(), address.getPort())).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1",
                ":7000",
                "127.0.0.1:",
                "127.0.0.1:65536",
                "[]:1",
                "a b:1",
                "10.0.0.1:7-8",
                "::1:7"
            })
    void nothingElseIsRead(String text) {
        assertThatThrownBy(() -> AddressText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7000", "127.1.2.3:7000", "[::1]:7000"})
    void isOfThisMachineAlone(String text) {
        assertThat(AddressText.isLoopback(AddressText.parse(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1:7000", "0.0.0.0:7000", "[::]:7000", "localhost:7000"})
    void canBeReachedFromElsewhere(String text) {
        assertThat(AddressText.isLoopback(AddressText.parse(text))).isFalse();
    }
}
