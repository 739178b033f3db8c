package org.peerlock.brain.registry;

/** What is in the cell was not written by a node of this version, or not all of it. Nothing may be concluded from it. */
public final class DamagedCellException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    DamagedCellException(String message) {
        super(message);
    }
}
