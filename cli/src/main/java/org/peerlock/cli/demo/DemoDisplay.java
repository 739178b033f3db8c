package org.peerlock.cli.demo;

/** Shows the demo. */
interface DemoDisplay extends AutoCloseable {

    /** Shows an event: a sentence or two. */
    void say(String text);

    /** Ends the display. */
    @Override
    void close();
}
