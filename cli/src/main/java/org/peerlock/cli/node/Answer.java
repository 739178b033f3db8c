package org.peerlock.cli.node;

import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * What a request is answered with.
 *
 * @param body to be written as JSON
 */
record Answer(HttpResponseStatus status, Object body) {

    static Answer ok(Object body) {
        return new Answer(HttpResponseStatus.OK, body);
    }
}
