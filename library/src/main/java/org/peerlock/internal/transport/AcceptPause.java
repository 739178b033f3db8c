package org.peerlock.internal.transport;

import java.util.concurrent.TimeUnit;
import org.peerlock.internal.io.netty.channel.ChannelHandlerContext;
import org.peerlock.internal.io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Lets a listening channel accept nothing for a second if it could not accept a connection, usually
 * because this process has no file descriptors left. Trying again at once would only use up the loop.
 */
final class AcceptPause extends ChannelInboundHandlerAdapter {

    private final ConnectionWarnings warnings;

    AcceptPause(ConnectionWarnings warnings) {
        this.warnings = warnings;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the loop runs it
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        warnings.say(
                ConnectionWarnings.Kind.NOT_ACCEPTED,
                "Cannot accept connections: " + cause.getMessage()
                        + ". Does this process have too many files or connections open?");
        context.channel().config().setAutoRead(false);
        context.executor().schedule(() -> context.channel().config().setAutoRead(true), 1, TimeUnit.SECONDS);
    }
}
