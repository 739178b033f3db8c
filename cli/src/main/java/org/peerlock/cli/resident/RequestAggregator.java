package org.peerlock.cli.resident;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;

/** Assembles requests that arrive in chunks, and refuses those that are too long. */
final class RequestAggregator extends HttpObjectAggregator {

    private static final int MAX_BYTES = 64 << 10;

    RequestAggregator() {
        super(MAX_BYTES);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
        HttpConnectionHandler.write(
                context,
                new ApiException(
                                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                                "the request is too long",
                                "send at most " + MAX_BYTES + " bytes")
                        .response(),
                true); // the rest of the request is skipped
    }
}
