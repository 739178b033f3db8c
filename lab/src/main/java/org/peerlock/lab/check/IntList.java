package org.peerlock.lab.check;

import java.util.Arrays;

/** A list of ints that grows without copying its elements. */
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

    /** Removes some elements at the end; their memory is kept. */
    void shrink(int less) {
        size -= less;
    }

    long size() {
        return size;
    }
}
