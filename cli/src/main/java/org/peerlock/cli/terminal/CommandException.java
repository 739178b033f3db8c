package org.peerlock.cli.terminal;

/** A command failed. The message says why, and what to do about it. */
public class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    public CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
