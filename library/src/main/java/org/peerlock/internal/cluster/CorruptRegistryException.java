package org.peerlock.internal.cluster;

/** The registry holds something that no node of this version wrote, or a part of it. Nothing may be concluded from it. */
public final class CorruptRegistryException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    CorruptRegistryException(String message) {
        super(message);
    }
}
