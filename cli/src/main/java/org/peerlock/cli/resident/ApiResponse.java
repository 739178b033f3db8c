package org.peerlock.cli.resident;

import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * The response to a request.
 *
 * @param body written as JSON
 */
record ApiResponse(HttpResponseStatus status, Object body) {

    static ApiResponse ok(Object body) {
        return new ApiResponse(HttpResponseStatus.OK, body);
    }
}
