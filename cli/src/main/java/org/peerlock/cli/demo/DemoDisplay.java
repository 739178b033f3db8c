package org.peerlock.cli.demo;

/** Where the story is shown. */
interface DemoDisplay extends AutoCloseable {

    /** Something happens: a sentence or two. */
    void say(String text);

    /** Nothing more is shown. */
    @Override
    void close();
}
