package org.peerlock.registry.http;

import java.net.URI;
import java.util.Map;

/**
 * A request over HTTP.
 *
 * @param headers may have secrets
 * @param body empty for a request without one, such as {@code GET}
 */
@SuppressWarnings("ArrayRecordComponent") // it is sent once, and nobody compares it
public record Request(String method, URI uri, Map<String, String> headers, byte[] body) {

    /** Without headers and body, which may have secrets. */
    @Override
    public String toString() {
        return method + " " + uri;
    }
}
