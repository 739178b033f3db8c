package org.peerlock.cli.demo;

/** How fences are shown. */
final class FenceFormat {

    private FenceFormat() {}

    /** Its two halves, of which the first counts views, and the second entries in that view: so a reader sees at once which is greater. */
    static String format(long fence) {
        return (fence >>> 32) + "." + (fence & 0xFFFF_FFFFL);
    }
}
