package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.Endpoint;

/** Without encryption, a node connects to its own machine only, unless the user has said otherwise. */
class PlainTextTest {

    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final Endpoint ENCRYPTED = new Endpoint("127.0.0.1:7000", HASH);
    private static final Endpoint HERE = Endpoint.plain("127.0.0.1:7000");
    private static final Endpoint ELSEWHERE = Endpoint.plain("10.0.0.1:7000");
    private static final Endpoint NAMED = Endpoint.plain("localhost:7000");

    @Test
    void aNodeOnLoopbackConnectsToItsOwnMachineOnly() {
        assertThat(PlainText.ON_LOOPBACK.refusal(HERE)).isEmpty();
        assertThat(PlainText.ON_LOOPBACK.refusal(ELSEWHERE))
                .hasValueSatisfying(reason -> assertThat(reason).contains("only on its own machine"));
        assertThat(PlainText.ON_LOOPBACK.refusal(NAMED)).isPresent();
    }

    @Test
    void aNodeThatMaySendPlainTextConnectsToOtherMachines() {
        assertThat(PlainText.EVERYWHERE.refusal(HERE)).isEmpty();
        assertThat(PlainText.EVERYWHERE.refusal(ELSEWHERE)).isEmpty();
    }

    @Test
    void aNodeThatEncryptsIsNotSentPlainText() {
        assertThat(PlainText.ON_LOOPBACK.refusal(ENCRYPTED))
                .hasValue("it encrypts its connections, and this node does not,"
                        + " because it listens at a loopback address only");
        assertThat(PlainText.EVERYWHERE.refusal(ENCRYPTED))
                .hasValue("it encrypts its connections, and this node does not");
    }

    @Test
    void aNodeThatTheRegistryKnowsToEncryptIsNotBelievedWithoutEncryption() {
        for (PlainText each : PlainText.values()) {
            assertThat(each.mismatch(ENCRYPTED, Endpoint.NONE)).isPresent();
            assertThat(each.mismatch(HERE, Endpoint.NONE)).isEmpty();
        }
    }
}
