package org.peerlock.cli.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Redraws a terminal several times a second. It uses the alternate screen, so that the previous content comes back at the end; then the
 * events are printed.
 */
final class TerminalDisplay implements DemoDisplay {

    private static final int REDRAW_MILLIS = 125;

    /** The alternate screen, no cursor, and no wrapping of long lines. */
    private static final String OPEN = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J";

    private static final String CLOSE = "\u001b[?7h\u001b[?25h\u001b[?1049l";

    private final ScreenRenderer screenRenderer;
    private final DemoLedger demoLedger;
    private final PrintWriter out;
    private final long begin = System.nanoTime();
    private final List<TimedMessage> told = new ArrayList<>();
    private final RateMeter rateMeter = new RateMeter();
    private boolean closed;

    private TerminalDisplay(ScreenRenderer screenRenderer, DemoLedger demoLedger, PrintWriter out) {
        this.screenRenderer = screenRenderer;
        this.demoLedger = demoLedger;
        this.out = out;
    }

    static TerminalDisplay open(ScreenRenderer screenRenderer, DemoLedger demoLedger, PrintWriter out) {
        TerminalDisplay stage = new TerminalDisplay(screenRenderer, demoLedger, out);
        out.print(OPEN);
        Thread painter = new Thread(stage::drawUntilClosed, "screen");
        painter.setDaemon(true);
        painter.start();
        return stage;
    }

    @Override
    public synchronized void say(String text) {
        told.add(new TimedMessage(seconds(), text));
        draw();
    }

    private double seconds() {
        return (System.nanoTime() - begin) / 1e9;
    }

    private void drawUntilClosed() {
        try {
            while (draw()) {
                Thread.sleep(REDRAW_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Draws each line at its place, so that a small terminal does not scroll. Returns false if it is closed. */
    private synchronized boolean draw() {
        if (closed) {
            return false;
        }
        DemoSnapshot demoSnapshot = demoLedger.snapshot();
        List<String> lines =
                screenRenderer.lines(demoSnapshot, rateMeter.at(seconds(), demoSnapshot.entries()), seconds(), told);
        for (int i = 0; i < lines.size(); i++) {
            out.print("\u001b[" + (i + 1) + ";1H" + lines.get(i) + "\u001b[K");
        }
        out.print("\u001b[J");
        out.flush();
        return true;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            out.print(CLOSE);
            told.forEach(
                    timedMessage -> timedMessage.lines(ScreenRenderer.WIDTH).forEach(out::println));
            out.flush();
        }
    }
}
