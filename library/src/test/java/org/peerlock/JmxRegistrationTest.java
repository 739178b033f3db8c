package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
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
}
