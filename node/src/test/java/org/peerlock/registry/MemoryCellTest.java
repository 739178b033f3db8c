package org.peerlock.registry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MemoryCellTest extends CellConformance {

    private final MemoryCell cell = new MemoryCell();

    @Override
    protected Cell open() {
        return cell;
    }

    @Override
    protected int increments() {
        return 5_000;
    }

    @Test
    void contentHasAVersion() {
        assertThatThrownBy(() -> new Snapshot(0, bytes("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
