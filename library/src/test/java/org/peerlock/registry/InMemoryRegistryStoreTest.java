package org.peerlock.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryRegistryStoreTest extends RegistryStoreConformance {

    private final InMemoryRegistryStore registry = new InMemoryRegistryStore();

    @Override
    protected RegistryStore open() {
        return registry;
    }

    @Override
    protected int increments() {
        return 5_000;
    }

    /** So the first member of a new store need not wait for the lease of a member that may have been there before. */
    @Test
    void itIsCertainThatANewStoreHasHadNoMembers() throws Exception {
        assertThat(registry.deathDetector().longestLease()).contains(Duration.ZERO);
    }

    @Test
    void aStoreOfAnotherKindProvesNoDeaths() throws Exception {
        RegistryStore other = new RegistryStore() {
            @Override
            public VersionedBytes read() {
                return VersionedBytes.EMPTY;
            }

            @Override
            public boolean compareAndSet(long version, byte[] content) {
                return false;
            }
        };
        assertThat(other.deathDetector().dead()).isEmpty();
        assertThat(other.deathDetector().longestLease()).isEmpty();
    }

    @Test
    void versionsCountUp() throws Exception {
        registry.compareAndSet(0, bytes("a"));
        assertThat(registry.read().version()).isEqualTo(1);
    }

    @Test
    void contentsAreEqualIfTheirVersionsAndBytesAre() {
        VersionedBytes content = new VersionedBytes(3, bytes("a"));
        assertThat(content)
                .isEqualTo(new VersionedBytes(3, bytes("a")))
                .hasSameHashCodeAs(new VersionedBytes(3, bytes("a")))
                .isNotEqualTo(new VersionedBytes(4, bytes("a")))
                .isNotEqualTo(new VersionedBytes(3, bytes("b")))
                .isNotEqualTo("a");
        assertThat(content.hashCode())
                .isNotEqualTo(new VersionedBytes(4, bytes("a")).hashCode())
                .isNotEqualTo(new VersionedBytes(3, bytes("b")).hashCode());
    }

    @Test
    void contentHasAVersion() {
        assertThatThrownBy(() -> new VersionedBytes(0, bytes("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
