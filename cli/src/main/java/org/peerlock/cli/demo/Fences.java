package org.peerlock.cli.demo;

/** How fences are shown. */
final class Fences {

    private Fences() {}

    /** Its two halves, of which the first counts views, and the second entries in that view: so a reader sees at once which is greater. */
    static String text(long fence) {
        return (fence >>> 32) + "." + (fence & 0xFFFF_FFFFL);
    }
}
