package org.peerlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JmhCommandTest {

    @Test
    void aDefaultIsAddedOnlyIfTheOptionIsNotGiven() {
        assertThat(JmhCommand.withDefaults(List.of("PacketBytes", "-i", "6", "-f", "5")))
                .containsExactly("PacketBytes", "-i", "6", "-f", "5", "-foe", "true", "-r", "1", "-w", "1", "-wi", "3");
        assertThat(JmhCommand.withDefaults(List.of("-f=5", "-wi4")))
                .containsExactly("-f=5", "-wi4", "-foe", "true", "-i", "3", "-r", "1", "-w", "1");
    }
}
