package org.peerlock.cli.client;

import java.io.IOException;

/** What looks like the resident node of this user may be a program of another one. It is not used. */
final class UntrustedNodeException extends IOException {

    private static final long serialVersionUID = 1;

    UntrustedNodeException(String message) {
        super(message);
    }
}
