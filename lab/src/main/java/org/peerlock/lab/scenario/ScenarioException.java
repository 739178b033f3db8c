package org.peerlock.lab.scenario;

import java.util.List;

/** A scenario cannot be parsed, or one of its commands is not possible. */
public final class ScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int line;
    private transient List<String> output = List.of();

    ScenarioException(int line, String message) {
        super("line " + line + ": " + message);
        this.line = line;
    }

    ScenarioException after(List<String> lines) {
        output = lines;
        return this;
    }

    /** The output up to the error. */
    public List<String> output() {
        return output;
    }

    /** The line of the error, counted from 1. */
    public int line() {
        return line;
    }
}
