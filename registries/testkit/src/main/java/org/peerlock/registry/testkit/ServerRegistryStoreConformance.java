package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/**
 * What every {@link RegistryStore} must do that uses a server, or a cluster of servers: also when
 * the server is killed, and when connections break or fall silent.
 */
public abstract class ServerRegistryStoreConformance extends RestartableRegistryStoreConformance {

    /** For a subclass. */
    protected ServerRegistryStoreConformance() {}

    /** A reply may be lost after the server has written: then the outcome is unknown, never a success. */
    @Test
    void noUnknownOutcomeIsTakenForASuccessWhenConnectionsFallSilent() throws Exception {
        writeDuring(urlThroughProxies(), () -> proxies.forEach(TcpProxy::dropReplies), () -> {
            Thread.sleep(SHORT.toMillis() * 2); // the fault must last longer than the time limit
            proxies.forEach(TcpProxy::pass);
        });
    }

    /** The call returns, which is the assertion: nobody answers, for ever. */
    @Test
    void aCallReturnsAlthoughNobodyAnswers() throws Exception {
        RegistryStore store = open(urlThroughProxies());
        assertThat(store.read(timeout())).isEqualTo(TaggedBytes.ABSENT);
        proxies.forEach(TcpProxy::dropReplies);
        for (int call = 0; call < 3; call++) {
            assertThat(fails(() -> store.read(SHORT))).as("read").isTrue();
            assertThat(fails(() -> store.compareAndSet("", new byte[] {1}, SHORT)))
                    .as("write")
                    .isTrue();
        }
        proxies.forEach(TcpProxy::pass);
        TaggedBytes unused = readPatiently(store);
    }

    private interface Call {
        Object perform() throws IOException;
    }

    private static boolean fails(Call call) {
        try {
            Object unused = call.perform();
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
