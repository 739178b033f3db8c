package org.peerlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.Grant;
import org.peerlock.testkit.PeerlockTestCluster;

/** What the meters of a node show. */
class PeerlockMetricsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(3);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    PeerlockMetricsTest() {
        new PeerlockMetrics(cluster.node(1)).bindTo(registry);
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    private double gauge(String name) {
        return registry.get(name).tag("cluster", "test").gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).functionCounter().count();
    }

    private double messages(String direction) {
        return registry.get("peerlock.messages")
                .tag("direction", direction)
                .functionCounter()
                .count();
    }

    @Test
    void holdsAndWaitersAreShownWhileTheyLast() throws InterruptedException {
        assertThat(gauge("peerlock.members")).isEqualTo(3);
        assertThat(gauge("peerlock.lease")).isBetween(0.001, 6.0);
        Grant grant = cluster.node(1).lock("lock").acquire();
        var waiting = cluster.node(1).lock("lock").acquireAsync();
        assertThat(gauge("peerlock.held")).isEqualTo(1);
        assertThat(gauge("peerlock.waiting")).isEqualTo(1);
        grant.close();
        cluster.advance(SECOND);
        waiting.join().close();
        assertThat(gauge("peerlock.held")).isZero();
        assertThat(gauge("peerlock.waiting")).isZero();
    }

    @Test
    void timesAreMeasured() throws InterruptedException {
        Grant other = cluster.node(2).lock("lock").acquire();
        var waiting = cluster.node(1).lock("lock").acquireAsync();
        cluster.advance(Duration.ofSeconds(5));
        other.close();
        cluster.advance(Duration.ofSeconds(3));
        waiting.join().close();
        assertThat(registry.get("peerlock.acquire").timer().count()).isEqualTo(1);
        assertThat(registry.get("peerlock.acquire").timer().max(TimeUnit.SECONDS))
                .isBetween(5.0, 6.0);
        assertThat(registry.get("peerlock.hold").timer().max(TimeUnit.SECONDS)).isBetween(2.0, 3.0);
    }

    @Test
    void whatAnAcquisitionCostsCanBeDividedOut() throws InterruptedException {
        cluster.node(2).lock("lock").acquire().close();
        double before = messages("sent") + messages("received");
        for (int i = 0; i < 10; i++) {
            cluster.node(1).lock("lock").acquire().close();
        }
        assertThat(counter("peerlock.acquisitions")).isEqualTo(10);
        assertThat(counter("peerlock.handoffs")).isEqualTo(1);
        assertThat(messages("sent") + messages("received") - before).isBetween(1.0, 4.0);
    }

    @Test
    void lossesAndChangesOfMembersAreCounted() throws InterruptedException {
        double views = counter("peerlock.views");
        assertThat(cluster.node(1).lock("lock").tryAcquire(SECOND)).isPresent();
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(3));
        assertThat(counter("peerlock.lost")).isEqualTo(1);
        assertThat(counter("peerlock.sent")).isZero(); // in a simulation nothing is written
        cluster.heal();
        cluster.advance(cluster.lease().multipliedBy(3));
        assertThat(counter("peerlock.views")).isGreaterThan(views);
    }

    @Test
    void afterTheEndCountersStayAndGaugesShowNothing() throws InterruptedException {
        cluster.node(1).lock("lock").acquire().close();
        assertThat(counter("peerlock.acquisitions")).isEqualTo(1);
        cluster.node(1).close();
        assertThat(counter("peerlock.acquisitions")).isEqualTo(1);
        assertThat(gauge("peerlock.held")).isNaN();
    }
}
