package org.peerlock.cli.demo;

import java.io.PrintWriter;

/** For pipes, and for whoever wants to keep what was said: a line for each thing that happens. */
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
