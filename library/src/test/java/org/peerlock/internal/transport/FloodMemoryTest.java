package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.registry.Children;
import org.peerlock.internal.registry.Children.Child;

/** Strangers cost a node no more memory than their places do, however many they are. */
class FloodMemoryTest {

    /** The length of a handshake message that never comes: TLS waits for the rest of it. */
    private static final byte[] BEGIN_OF_A_HANDSHAKE = {22, 3, 1, 0x40, 0, 1};

    private static final int PLACES = TestNode.BY_TCP.maxUnidentified();
    /** Without places, 5,000 connections took 100 MB more. */
    private static final long FEW_BYTES = 16L << 20;

    private final Children children = new Children();
    private final List<RawSocket> flood = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        children.close();
        for (RawSocket each : flood) {
            each.close();
        }
    }

    @Test
    void fiveThousandConnectionsTakeNoMoreMemoryThanThoseThatHaveAPlace() throws IOException {
        Child node = children.start(FloodedChild.class);
        int port = Integer.parseInt(node.hear());
        connect(port, PLACES);
        long whenFull = memory(node);
        connect(port, 5_000 - PLACES);
        assertThat(memory(node)).isLessThan(whenFull + FEW_BYTES);
    }

    private void connect(int port, int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            RawSocket stranger = new RawSocket(port);
            flood.add(stranger);
            if (i % 2 == 0) {
                stranger.write(BEGIN_OF_A_HANDSHAKE);
            }
        }
    }

    private static long memory(Child node) throws IOException {
        node.tell("how much?");
        return Long.parseLong(node.hear());
    }
}
