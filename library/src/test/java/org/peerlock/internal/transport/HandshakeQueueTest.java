package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.io.netty.channel.embedded.EmbeddedChannel;

/** Which connection has to go when too many have not proved who they are. */
class HandshakeQueueTest {

    private final HandshakeQueue queue = new HandshakeQueue(3);
    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(1);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private InboundConnection from(String address) {
        EmbeddedChannel channel = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                try {
                    return new InetSocketAddress(InetAddress.getByName(address), 7);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        return new InboundConnection(node.transport, channel, address);
    }

    @Test
    void theOldestOfTheHostWithTheMost() {
        InboundConnection patient = from("10.0.0.1");
        InboundConnection first = from("10.0.0.2");
        InboundConnection second = from("10.0.0.2");
        InboundConnection third = from("10.0.0.2");
        assertThat(queue.add(patient)).isNull();
        assertThat(queue.add(first)).isNull();
        assertThat(queue.add(second)).isNull();
        assertThat(queue.add(third)).isSameAs(first);
        assertThat(queue.add(from("10.0.0.3"))).isSameAs(second);
    }

    @Test
    void nobodyHasToGoIfOneHasEnded() {
        InboundConnection first = from("10.0.0.1");
        InboundConnection second = from("10.0.0.1");
        assertThat(queue.add(first)).isNull();
        assertThat(queue.add(second)).isNull();
        assertThat(queue.add(from("10.0.0.2"))).isNull();
        queue.remove(first);
        assertThat(queue.add(from("10.0.0.3"))).isNull();
        queue.remove(first); // once more changes nothing
        assertThat(queue.add(from("10.0.0.1"))).isSameAs(second);
    }

    @Test
    void oneNetworkOfIpVersion6CountsAsOneHost() {
        InboundConnection patient = from("2001:db8:0:1::1");
        InboundConnection first = from("2001:db8:0:2::1");
        assertThat(queue.add(patient)).isNull();
        assertThat(queue.add(first)).isNull();
        assertThat(queue.add(from("2001:db8:0:2:ffff::2"))).isNull();
        assertThat(queue.add(from("2001:db8:0:2:eeee::3"))).isSameAs(first);
    }
}
