package org.peerlock.cli.access;

import org.peerlock.cli.CommandFailure;
import org.peerlock.cli.Exit;

/** The resident node has ended, is leaving, or does not answer: whoever still waits may find another way. */
public final class ResidentGone extends CommandFailure {

    private static final long serialVersionUID = 1;

    ResidentGone(String message) {
        super(Exit.UNAVAILABLE, message);
    }
}
