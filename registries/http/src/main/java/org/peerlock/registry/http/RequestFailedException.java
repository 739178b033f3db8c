package org.peerlock.registry.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request got no reply. The message is a sentence that begins with the address of the server. */
public final class RequestFailedException extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean sent;

    RequestFailedException(String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.sent = sent;
    }

    /**
     * Whether the server may have got the request. If not, it never will. Meaningless for a request
     * without a body.
     */
    public boolean sent() {
        return sent;
    }
}
