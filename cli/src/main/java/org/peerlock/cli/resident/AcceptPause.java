package org.peerlock.cli.resident;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.peerlock.internal.log.LogLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a listening channel accept nothing for a second if it could not accept a connection, usually because this process has no
 * file descriptors left.
 */
final class AcceptPause extends ChannelInboundHandlerAdapter {

    private enum Problem {
        NOT_ACCEPTED
    }

    private static final Logger LOG = LoggerFactory.getLogger(AcceptPause.class);

    private final LogLimiter<Problem> limiter = new LogLimiter<>(Problem.class, System::nanoTime);

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the loop runs it
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        limiter.log(
                Problem.NOT_ACCEPTED,
                leftOut -> LOG.warn("Cannot accept connections of clients: {}{}", cause.getMessage(), leftOut));
        context.channel().config().setAutoRead(false);
        context.executor().schedule(() -> context.channel().config().setAutoRead(true), 1, TimeUnit.SECONDS);
    }
}
