package org.peerlock.internal.transport;

import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelHandlerContext;

/** A connection that this node dialed. */
final class OutboundConnection extends Connection {

    private final RemotePeer whom;

    OutboundConnection(Transport home, Channel channel, String place, RemotePeer whom) {
        super(home, channel, place);
        this.whom = whom;
    }

    @Override
    boolean dialed() {
        return true;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (UnixSocket.isSameUser(channel)) {
            write(home.hello(whom.id())::write);
        } else {
            LOG.debug(
                    "The Unix socket of node {} belongs to another user now",
                    whom.id().shortId());
            whom.missed(channel);
            close();
        }
        context.fireChannelActive();
    }

    @Override
    void shakeHands(ByteBuf frame) {
        HandshakeResponse handshakeResponse = HandshakeResponse.read(frame);
        if (handshakeResponse instanceof HandshakeResponse.Refused refused) {
            refused(refused);
            close();
        } else if (whom.prefers(this)) {
            establish(whom);
        } else {
            whom.discard(this);
        }
    }

    private void refused(HandshakeResponse.Refused refused) {
        if (refused.ordinary()) {
            LOG.debug("{} refused the connection of this node: {}", place, WarningLimiter.printable(refused.reason()));
        } else {
            home.warnings()
                    .say(
                            WarningLimiter.Kind.REFUSED,
                            place + " refused the connection of this node, which speaks version "
                                    + HandshakeRequest.VERSION + " and belongs to cluster '" + home.cluster() + "': "
                                    + refused.reason());
        }
    }

    @Override
    void onLate() {
        // the node may be dead or paused
    }

    @Override
    void onFailure() {
        whom.dialFailed(channel);
    }
}
