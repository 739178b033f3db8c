package org.peerlock.cli.resident;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;

/** Puts requests together that come in parts, and refuses those that are too long. */
final class RequestAggregator extends HttpObjectAggregator {

    private static final int LONGEST = 64 << 10;

    RequestAggregator() {
        super(LONGEST);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
        HttpConnectionHandler.write(
                context,
                new ApiException(
                                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                                "the request is too long",
                                "send at most " + LONGEST + " bytes")
                        .response(),
                true); // what is still to come is skipped
    }
}
