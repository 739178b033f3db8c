package org.peerlock.cli.node;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.peerlock.cli.access.Protocol;

/** A request is answered by what is wrong with it. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient HttpResponseStatus status;
    private final String hint;

    /** @param hint what to do about it */
    Refusal(HttpResponseStatus status, String error, String hint) {
        super(error, null, false, false);
        this.status = status;
        this.hint = hint;
    }

    Answer answer() {
        return new Answer(status, new Protocol.Problem(String.valueOf(getMessage()), hint));
    }
}
