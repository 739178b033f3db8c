package org.peerlock.lab.check;

import java.util.Arrays;

/**
 * The fingerprints of the visited states, each with its number. The set consists of independent
 * shards, so that several threads may add states at once if each uses its own shards.
 *
 * <p>A place takes 12 bytes; in a large set at least 3 of 5 places are in use.
 */
final class VisitedStates {

    /** The number of shards; the first bits of a fingerprint select one. */
    static final int SHARDS = 64;

    private static final int NOT_NUMBERED = -1;

    private final Shard[] shards = new Shard[SHARDS];

    VisitedStates() {
        Arrays.setAll(shards, any -> new Shard());
    }

    static int shard(long print) {
        return (int) (print >>> 58);
    }

    /**
     * Adds a state, if it is new. The place is that of the state in its shard until the next
     * {@link #makeRoom}.
     */
    int placeOf(long print) {
        return shards[shard(print)].placeOf(print);
    }

    /** Whether the state at a place has no number yet. */
    boolean isNew(long print, int place) {
        return shards[shard(print)].numbers[place] == NOT_NUMBERED;
    }

    int number(long print, int place) {
        return shards[shard(print)].numbers[place];
    }

    void number(long print, int place, int number) {
        shards[shard(print)].numbers[place] = number;
    }

    /** The number of a state that was visited. */
    int numberOf(long print) {
        return number(print, placeOf(print));
    }

    /** Makes room for this many more states in a shard; all places in it may change. */
    void makeRoom(int shard, int more) {
        shards[shard].makeRoom(more);
    }

    /** The memory that it uses. */
    long bytes() {
        long places = 0;
        for (Shard shard : shards) {
            places += shard.prints.length;
        }
        return places * (Long.BYTES + Integer.BYTES);
    }

    /** Open addressing with linear probing; a fingerprint of 0 means that a place is free. */
    private static final class Shard {

        private long[] prints = new long[64];
        private int[] numbers = new int[64];
        private int size;

        int placeOf(long fingerprint) {
            long print = fingerprint == 0 ? 1 : fingerprint;
            int place = find(print);
            if (prints[place] == 0) {
                prints[place] = print;
                numbers[place] = NOT_NUMBERED;
                size++;
            }
            return place;
        }

        private int find(long print) {
            int place = (int) (((print & 0xFFFFFFFFL) * prints.length) >>> 32);
            while (prints[place] != 0 && prints[place] != print) {
                place = place + 1 == prints.length ? 0 : place + 1;
            }
            return place;
        }

        void makeRoom(int more) {
            long needed = (size + (long) more) * 4 / 3 + 1;
            if (needed > prints.length) {
                grow((int) Math.max(needed, prints.length * 5L / 4));
            }
        }

        private void grow(int places) {
            long[] oldPrints = prints;
            int[] oldNumbers = numbers;
            prints = new long[places];
            numbers = new int[places];
            for (int i = 0; i < oldPrints.length; i++) {
                if (oldPrints[i] != 0) {
                    int place = find(oldPrints[i]);
                    prints[place] = oldPrints[i];
                    numbers[place] = oldNumbers[i];
                }
            }
        }
    }
}
