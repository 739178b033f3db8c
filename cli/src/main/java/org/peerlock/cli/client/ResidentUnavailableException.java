package org.peerlock.cli.client;

import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/** The resident node has ended, is leaving, or does not answer. A command that waits can join the cluster itself. */
public final class ResidentUnavailableException extends CommandException {

    private static final long serialVersionUID = 1;

    ResidentUnavailableException(String message) {
        super(Exit.UNAVAILABLE, message);
    }
}
