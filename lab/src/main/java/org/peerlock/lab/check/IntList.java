package org.peerlock.lab.check;

import java.util.Arrays;

/** A list of numbers that grows without being copied. */
final class IntList {

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    private int[][] chunks = new int[0][];
    private long size;

    void add(int value) {
        int chunk = (int) (size >>> BITS);
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + 1);
            chunks[chunk] = new int[1 << BITS];
        }
        chunks[chunk][(int) size & MASK] = value;
        size++;
    }

    int get(long index) {
        return chunks[(int) (index >>> BITS)][(int) index & MASK];
    }

    void set(long index, int value) {
        chunks[(int) (index >>> BITS)][(int) index & MASK] = value;
    }

    /** Takes some of the last ones away; their room is kept for others. */
    void shrink(int less) {
        size -= less;
    }

    long size() {
        return size;
    }
}
