package org.peerlock.registry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void contentHasAVersion() {
        assertThatThrownBy(() -> new VersionedBytes(0, bytes("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
