package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.log.LogLimiter;
import org.peerlock.registry.InMemoryRegistryStore;

/** Under which name JMX shows a process. */
class JmxRegistrationTest {

    private static Set<String> shown(String cluster) throws MalformedObjectNameException {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("org.peerlock:type=Peerlock,cluster=" + cluster + ",*"), null)
                .stream()
                .map(name -> name.getKeyProperty("node"))
                .collect(Collectors.toSet());
    }

    private static List<Peer> here(String id) {
        return List.of(new Peer(id, "", "", true));
    }

    /** The executor of the application may report views in any order. */
    @Test
    void theNameOfALaterViewStaysWhenAnEarlierOneIsReportedAfterIt() throws Exception {
        try (Peerlock node = Peerlock.builder("reordered")
                .registry(new InMemoryRegistryStore())
                .join()) {
            Set<String> own = shown("reordered");
            Listeners listeners = new Listeners(
                    (callback, onRefused) -> callback.run(), new LogLimiter<>(CallbackProblem.class, System::nanoTime));
            try (JmxRegistration registration = JmxRegistration.register(node, listeners)) {
                registration.viewChanged(7, here("77777777"));
                registration.viewChanged(6, here("66666666"));
                assertThat(shown("reordered")).contains("77777777").doesNotContain("66666666");
                registration.viewChanged(8, here("88888888"));
                assertThat(shown("reordered")).contains("88888888").doesNotContain("77777777");
            }
            assertThat(shown("reordered")).isEqualTo(own);
        }
    }

    private static Object attribute(String cluster, String name) throws Exception {
        ObjectName shown = new ObjectName("org.peerlock:type=Peerlock,cluster=" + cluster + ",node="
                + shown(cluster).iterator().next());
        return ManagementFactory.getPlatformMBeanServer().getAttribute(shown, name);
    }

    @Test
    void whatIsShownIsWhatTheProcessKnows() throws Exception {
        Peerlock node = ScheduledRuntime.start();
        ScheduledRuntime runtime = ScheduledRuntime.of(node);
        Listeners listeners = node.lock("a").handle().localNode.listeners();
        try (JmxRegistration registration = JmxRegistration.register(node, listeners)) {
            assertThat(registration).isNotNull();
            assertThat(shown("scheduled")).as("it is no member yet").isEmpty();
            runtime.becomeMember();
            runtime.runCallbacks();
            Grant grant = node.lock("a").acquire();
            var unused = node.lock("a").acquireAsync();
            unused = node.lock("a").acquireAsync();
            assertThat((String[]) attribute("scheduled", "Members"))
                    .singleElement()
                    .asString()
                    .matches("node [0-9a-f]{8} \\(this one, nowhere\\), member, lease \\d\\.\\d s");
            assertThat(attribute("scheduled", "Epoch"))
                    .isEqualTo(runtime.gates().current().epoch());
            assertThat(attribute("scheduled", "LeaseLeftSeconds"))
                    .isEqualTo(grant.remaining().toNanos() / 1e9);
            assertThat(attribute("scheduled", "LocksKnown")).isEqualTo(1);
            assertThat(attribute("scheduled", "Held")).isEqualTo(1);
            assertThat(attribute("scheduled", "Waiting")).isEqualTo(2);
            assertThat(attribute("scheduled", "Acquisitions")).isEqualTo(1L);
            assertThat(attribute("scheduled", "ViewChanges")).isEqualTo(1L);
            assertThat(attribute("scheduled", "Lost")).isEqualTo(0L);
            runtime.expire();
            assertThat(attribute("scheduled", "Lost")).isEqualTo(1L);
        }
        assertThat(shown("scheduled")).isEmpty();
        listeners.changed(7, here("77777777"));
        runtime.runCallbacks();
        assertThat(shown("scheduled")).as("it was closed").isEmpty();
    }

    @Test
    void whatIsSentAndReceivedIsShown() throws Exception {
        InMemoryRegistryStore registry = new InMemoryRegistryStore();
        try (Peerlock first = Peerlock.builder("counted").registry(registry).join()) {
            first.lock("a").acquire().close();
            String id = shown("counted").iterator().next();
            try (Peerlock second =
                    Peerlock.builder("counted").registry(registry).join()) {
                second.lock("a").acquire().close();
                first.lock("a").acquire().close();
                ObjectName shown = new ObjectName("org.peerlock:type=Peerlock,cluster=counted,node=" + id);
                for (String name : List.of("MessagesSent", "MessagesReceived", "BytesSent", "HandOffs")) {
                    assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(shown, name))
                            .as(name)
                            .asInstanceOf(InstanceOfAssertFactories.LONG)
                            .isPositive();
                }
            }
        }
    }

    @Test
    void aProcessThatHasLeftIsNotShownAnyMore() throws Exception {
        Peerlock node = Peerlock.builder("departed")
                .registry(new InMemoryRegistryStore())
                .join();
        while (shown("departed").isEmpty()) { // the executor reports the view
            Thread.onSpinWait();
        }
        node.close();
        assertThat(shown("departed")).isEmpty();
    }
}
