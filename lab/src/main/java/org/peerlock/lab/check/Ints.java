package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;

/** A list of numbers that grows without being copied. */
final class Ints {

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    private final List<int[]> chunks = new ArrayList<>();
    private int[] last = new int[0];
    private long size;

    void add(int value) {
        int at = (int) size & MASK;
        if (at == 0) {
            last = new int[1 << BITS];
            chunks.add(last);
        }
        last[at] = value;
        size++;
    }

    int get(long index) {
        return chunks.get((int) (index >>> BITS))[(int) index & MASK];
    }

    void set(long index, int value) {
        chunks.get((int) (index >>> BITS))[(int) index & MASK] = value;
    }

    /** Takes some of the last ones away. */
    void shrink(int less) {
        size -= less;
        while (chunks.size() > (size + MASK) >>> BITS) {
            chunks.remove(chunks.size() - 1);
        }
        last = chunks.isEmpty() ? new int[0] : chunks.get(chunks.size() - 1);
    }

    long size() {
        return size;
    }
}
