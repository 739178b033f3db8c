package org.peerlock.lab.world;

/** Numbers that stand for values: 64 bits, as if drawn at random for each value, and always the same for it. */
public final class Fingerprint {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Fingerprint() {}

    /** The number of a number. Numbers that differ have different ones (Stafford's mix 13 of a 64-bit finalizer). */
    public static long of(long value) {
        long mixed = value + GOLDEN;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** The number of a text. */
    public static long of(String text) {
        long print = of(text.length());
        for (int i = 0; i < text.length(); i++) {
            print = of(print ^ text.charAt(i));
        }
        return print;
    }

    /** The number of a value at a place, such as that of a message in a queue. */
    public static long at(int place, long print) {
        return of(print + place * GOLDEN);
    }
}
