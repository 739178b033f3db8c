package org.peerlock.cli.node;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;

/** Puts requests together that come in parts, and refuses those that are too long. */
final class Bodies extends HttpObjectAggregator {

    private static final int LONGEST = 64 << 10;

    Bodies() {
        super(LONGEST);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
        Conversation.write(
                context,
                new Refusal(
                                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                                "the request is too long",
                                "send at most " + LONGEST + " bytes")
                        .answer(),
                true); // what is still to come is skipped
    }
}
