package org.peerlock.cli.demo;

import java.io.PrintWriter;

/** Prints a line for each event, for pipes and files. */
final class PlainDisplay implements DemoDisplay {

    private final PrintWriter out;
    private final long begin = System.nanoTime();
    private boolean closed;

    PlainDisplay(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void say(String text) {
        if (!closed) {
            out.println(new TimedMessage((System.nanoTime() - begin) / 1e9, text).line());
            out.flush();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
