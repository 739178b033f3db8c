package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message.Reply;
import org.peerlock.algorithm.permission.RicartAgrawala.Message.Request;

class MessageComponentsTest {

    private record Nested(Request inner, NodeSet nodes) {}

    @Test
    void messagesThatDifferInAnythingHaveOtherHashes() {
        assertThat(new long[] {
                    MessageComponents.hash(new Request(3, Mode.EXCLUSIVE)),
                    MessageComponents.hash(new Request(4, Mode.EXCLUSIVE)),
                    MessageComponents.hash(new Request(3, Mode.SHARED)),
                    MessageComponents.hash(new Reply(3)),
                    MessageComponents.hash(new Nested(new Request(3, Mode.SHARED), NodeSet.of(1))),
                    MessageComponents.hash(new Nested(new Request(4, Mode.SHARED), NodeSet.of(1))),
                    MessageComponents.hash(new Nested(new Request(3, Mode.SHARED), NodeSet.of(2)))
                })
                .doesNotHaveDuplicates();
    }

    /** An enum's hash code would differ from one Java process to the next. */
    @Test
    void aHashIsTheSameInEveryProcess() {
        assertThat(MessageComponents.hash(new Request(3, Mode.SHARED))).isEqualTo(-6_991_378_274_739_803_547L);
    }
}
