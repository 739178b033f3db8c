package org.peerlock.lab.world;

/**
 * Hashes of 64 bits. They look random, and are the same for equal values in every run.
 */
public final class Fingerprint {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Fingerprint() {}

    /**
     * The fingerprint of a number. Different numbers have different fingerprints (Stafford's mix 13
     * of a 64-bit finalizer).
     */
    public static long of(long value) {
        long mixed = value + GOLDEN;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** The fingerprint of a text. */
    public static long of(String text) {
        long print = of(text.length());
        for (int i = 0; i < text.length(); i++) {
            print = of(print ^ text.charAt(i));
        }
        return print;
    }

    /** The fingerprint of a value at a position, such as that of a message in a queue. */
    public static long at(int place, long print) {
        return of(print + place * GOLDEN);
    }
}
