package org.peerlock.cli.demo;

/** Formats fences. */
final class FenceFormat {

    private FenceFormat() {}

    /** Both halves: the epoch of the view, and the number of the entry in that view. So a reader sees which fence is greater. */
    static String format(long fence) {
        return (fence >>> 32) + "." + (fence & 0xFFFF_FFFFL);
    }
}
