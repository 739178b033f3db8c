package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.registry.ForwardingStore;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.TaggedBytes;

/** Which settings a process adopts from the registry. */
@Timeout(60)
class SharedSettingsTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final NodeSettings OWN = new NodeSettings(
            "orders",
            AlgorithmSelection.of(Catalogue.find("naimi-trehel").orElseThrow()),
            new Timing(TimeUnit.SECONDS.toNanos(6), 10_000),
            "",
            1,
            100);

    private final InMemoryRegistryStore store = new InMemoryRegistryStore();

    private void write(byte[] content) {
        assertThat(store.compareAndSet("", content, LONG)).isTrue();
    }

    private static ClusterState state(int protocol) {
        return ClusterState.create(
                new Incarnation(7, 7),
                RegistrySecret.WITHHELD,
                "orders",
                new ClusterSettings(protocol, "ricart-agrawala"),
                100,
                null);
    }

    private static ClusterState stateWithAMember() {
        return state(1).apply(new RegistryCommand.Join(
                        new Incarnation(1, 1),
                        Endpoint.plain("nowhere"),
                        ProtocolRange.OF_LIBRARY,
                        new LeaseTerms(2_000, 5_000),
                        0))
                .orElseThrow();
    }

    @Test
    void thoseOfTheRegistryReplaceTheOwn() throws InterruptedException {
        write(ClusterStateText.write(stateWithAMember()));
        NodeSettings adopted = SharedSettings.adopt(OWN, store, LONG);
        assertThat(adopted.timing().leaseNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
        assertThat(adopted.timing().driftPpm()).isEqualTo(5_000);
        assertThat(adopted.algorithms()).hasToString("ricart-agrawala");
    }

    @Test
    void aRegistryWithoutMembersHasNoLease() throws InterruptedException {
        write(ClusterStateText.write(state(1)));
        NodeSettings adopted = SharedSettings.adopt(OWN, store, LONG);
        assertThat(adopted.timing()).isEqualTo(OWN.timing());
        assertThat(adopted.algorithms()).hasToString("ricart-agrawala");
    }

    @Test
    void anEmptyRegistryHasNone() throws InterruptedException {
        assertThat(SharedSettings.adopt(OWN, store, LONG)).isEqualTo(OWN.withoutPreference());
    }

    @Test
    void thoseOfALaterVersionAreRefused() {
        write(ClusterStateText.write(state(99)));
        assertThatThrownBy(() -> SharedSettings.adopt(OWN, store, LONG))
                .isInstanceOf(IncompatibleSettingsException.class)
                .hasMessageStartingWith("this node cannot join cluster 'orders': protocol: here ")
                .hasMessageEndingWith(". Use the same version in all processes");
    }

    @Test
    void aRegistryThatCannotBeReadHasNone() {
        write("?".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> SharedSettings.adopt(OWN, store, LONG))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageStartingWith("could not read the settings of cluster 'orders': ");
        assertThatThrownBy(() -> SharedSettings.adopt(
                        OWN,
                        new ForwardingStore(store) {
                            @Override
                            public TaggedBytes read(Duration timeout) throws IOException {
                                throw new IOException("out of order");
                            }
                        },
                        LONG))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("could not read the settings of cluster 'orders': out of order");
    }

    @Test
    void aRegistryThatDoesNotAnswerIsGivenUpAndItsReadIsInterrupted() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicBoolean daemon = new AtomicBoolean();
        assertThatThrownBy(() -> SharedSettings.adopt(
                        OWN,
                        new ForwardingStore(store) {
                            @Override
                            public TaggedBytes read(Duration timeout) throws IOException {
                                daemon.set(Thread.currentThread().isDaemon());
                                try {
                                    new CountDownLatch(1).await();
                                } catch (InterruptedException e) {
                                    interrupted.countDown();
                                }
                                throw new IOException("late");
                            }
                        },
                        Duration.ofMillis(10)))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("could not read the settings of cluster 'orders': no answer within 10 ms");
        interrupted.await();
        assertThat(daemon)
                .as("a read that ignores the interrupt keeps no process alive")
                .isTrue();
    }
}
