package org.peerlock.internal.cluster;

/** What is in the cell was not written by a node of this version, or not all of it. Nothing may be concluded from it. */
public final class CorruptRegistryException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    CorruptRegistryException(String message) {
        super(message);
    }
}
