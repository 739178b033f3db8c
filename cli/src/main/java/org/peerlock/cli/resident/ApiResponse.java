package org.peerlock.cli.resident;

import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * What a request is answered with.
 *
 * @param body to be written as JSON
 */
record ApiResponse(HttpResponseStatus status, Object body) {

    static ApiResponse ok(Object body) {
        return new ApiResponse(HttpResponseStatus.OK, body);
    }
}
