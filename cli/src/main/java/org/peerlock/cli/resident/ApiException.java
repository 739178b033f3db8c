package org.peerlock.cli.resident;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.peerlock.cli.client.Protocol;

/** A request is answered by what is wrong with it. */
final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient HttpResponseStatus status;
    private final String hint;

    /** @param hint what to do about it */
    ApiException(HttpResponseStatus status, String error, String hint) {
        super(error, null, false, false);
        this.status = status;
        this.hint = hint;
    }

    ApiResponse response() {
        return new ApiResponse(status, new Protocol.ErrorResponse(String.valueOf(getMessage()), hint));
    }
}
