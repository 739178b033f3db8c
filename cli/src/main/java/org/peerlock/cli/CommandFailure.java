package org.peerlock.cli;

/** A command cannot do what it was asked to; the message says why, and what to do. */
public class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
