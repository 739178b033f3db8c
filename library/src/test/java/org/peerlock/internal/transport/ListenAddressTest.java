package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ListenAddressTest {

    @Test
    void aNodeListensWhereItIsToldAndNowhereElse() throws UnknownHostException {
        InetSocketAddress first = ListenAddress.parse("127.0.0.1:7100-7110").first();
        assertThat(first.getAddress().isLoopbackAddress()).isTrue();
        assertThat(first.getPort()).isEqualTo(7100);
        assertThat(ListenAddress.LOOPBACK.first().getAddress().isLoopbackAddress())
                .isTrue();
    }

    @Test
    void withoutAHostItListensAtAllInterfaces() throws UnknownHostException {
        InetSocketAddress first = ListenAddress.parse(":7100").first();
        assertThat(first.getAddress().isAnyLocalAddress()).isTrue();
        assertThat(first.getPort()).isEqualTo(7100);
    }
}
