package org.peerlock.cli.resident;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.peerlock.cli.client.Protocol;

/** An error response to a request. */
final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient HttpResponseStatus status;
    private final String hint;

    /** @param hint what the client can do about it */
    ApiException(HttpResponseStatus status, String error, String hint) {
        super(error, null, false, false);
        this.status = status;
        this.hint = hint;
    }

    ApiResponse response() {
        return new ApiResponse(status, new Protocol.ErrorResponse(String.valueOf(getMessage()), hint));
    }
}
