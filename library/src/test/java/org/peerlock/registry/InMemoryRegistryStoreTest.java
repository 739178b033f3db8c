package org.peerlock.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryRegistryStoreTest {

    private final InMemoryRegistryStore registry = new InMemoryRegistryStore();

    /** So the first member of a new store need not wait for the lease of a member that may have been there before. */
    @Test
    void itIsCertainThatANewStoreHasHadNoMembers() throws Exception {
        assertThat(registry.deathDetector().longestLease()).contains(Duration.ZERO);
    }

    @Test
    void aStoreOfAnotherKindProvesNoDeaths() throws Exception {
        RegistryStore other = new ForwardingStore(registry) {
            @Override
            public DeathDetector deathDetector() {
                return DeathDetector.NONE;
            }
        };
        assertThat(other.deathDetector().dead()).isEmpty();
        assertThat(other.deathDetector().longestLease()).isEmpty();
    }

    @Test
    void contentsAreEqualIfTheirTagsAndBytesAre() {
        TaggedBytes content = new TaggedBytes("3", bytes("a"));
        assertThat(content)
                .isEqualTo(new TaggedBytes("3", bytes("a")))
                .hasSameHashCodeAs(new TaggedBytes("3", bytes("a")))
                .isNotEqualTo(new TaggedBytes("4", bytes("a")))
                .isNotEqualTo(new TaggedBytes("3", bytes("b")))
                .isNotEqualTo("a");
        assertThat(content.hashCode())
                .isNotEqualTo(new TaggedBytes("4", bytes("a")).hashCode())
                .isNotEqualTo(new TaggedBytes("3", bytes("b")).hashCode());
    }

    @Test
    void contentHasATag() {
        assertThatThrownBy(() -> new TaggedBytes("", bytes("a"))).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
