package org.peerlock.lab.scenario;

/** A scenario cannot be understood, or asks for what cannot happen. */
public final class ScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int line;

    ScenarioException(int line, String message) {
        super("line " + line + ": " + message);
        this.line = line;
    }

    /** Where, counted from 1. */
    public int line() {
        return line;
    }
}
