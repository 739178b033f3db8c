package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.registry.InMemoryRegistryStore;

/** What is refused before anything happens. */
class PeerlockBuilderTest {

    private final PeerlockBuilder builder = Peerlock.builder("orders").registry(new InMemoryRegistryStore());

    @ParameterizedTest
    @ValueSource(strings = {"", ".hidden", "a/b", "..", "a b", "ä"})
    void aClusterHasAName(String name) {
        assertThatThrownBy(() -> Peerlock.builder(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unlike '" + name + "'");
    }

    @Test
    void anAlgorithmHasToBeThere() {
        assertThatThrownBy(() -> builder.algorithm("nonesuch"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no algorithm 'nonesuch'")
                .hasMessageContaining("suzuki-kasami");
    }

    @Test
    void anAlgorithmHasToServeLive() {
        assertThatThrownBy(() -> builder.algorithm("maekawa-simple"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maekawa-simple cannot be used live: it deadlocks");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> builder.lease(Duration.ZERO).join()).isInstanceOf(IllegalArgumentException.class);
        builder.lease(Duration.ofSeconds(6));
        assertThatThrownBy(() -> builder.cohort(15).join()).isInstanceOf(IllegalArgumentException.class);
        builder.cohort(1);
        assertThatThrownBy(() -> builder.clockDriftPpm(-1).join()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itListensAtThisMachineOnly() throws UnknownHostException {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {0, 0, 0, 0});
        assertThatThrownBy(() ->
                        builder.address(new InetSocketAddress(elsewhere, 0)).join())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not secured yet");
    }

    @Test
    void withoutAHomeADirectoryMustBeChosen() {
        String home = System.getProperty("user.home");
        System.setProperty("user.home", "?"); // as for a user of a container whom it does not know
        try {
            assertThatThrownBy(() -> Peerlock.join("orders"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("choose a directory");
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Test
    void aFileIsNoDirectory(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> builder.directory(file).join())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("choose another directory");
    }

    @Test
    void aLockHasANameThatLooksTheSameEverywhere() throws Exception {
        try (Peerlock peerlock = builder.join()) {
            assertThat(peerlock.lock("a/b ä \uD83D\uDD12").name()).isEqualTo("a/b ä \uD83D\uDD12");
            assertThat(peerlock.lock("a")).isSameAs(peerlock.lock("a")).isNotSameAs(peerlock.lock("b"));
            for (String bad : new String[] {"", "\uD83D", "a".repeat(1001)}) {
                assertThatThrownBy(() -> peerlock.lock(bad)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
}
