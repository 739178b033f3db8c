package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/** The end of a connection that this node has dialed. */
final class Dialed extends Connection {

    private final Peer whom;

    Dialed(Transport home, Channel channel, String place, Peer whom) {
        super(home, channel, place);
        this.whom = whom;
    }

    @Override
    boolean dialed() {
        return true;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (ShortWay.leadsToAFriend(channel)) {
            write(home.hello(whom.id())::write);
        } else {
            LOG.debug(
                    "Somebody else is where node {} was by the short way",
                    whom.id().shortly());
            whom.missed(channel);
            close();
        }
        context.fireChannelActive();
    }

    @Override
    void shakeHands(ByteBuf frame) {
        Answer answer = Answer.read(frame);
        if (answer instanceof Answer.Refused refused) {
            refused(refused);
            close();
        } else if (whom.prefers(this)) {
            establish(whom);
        } else {
            whom.discard(this);
        }
    }

    private void refused(Answer.Refused refused) {
        if (refused.ordinary()) {
            LOG.debug("{} refused the connection of this node: {}", place, Complaints.printable(refused.reason()));
        } else {
            home.complaints()
                    .say(
                            Complaints.Kind.REFUSED,
                            place + " refused the connection of this node, which speaks version " + Hello.VERSION
                                    + " and belongs to cluster '" + home.cluster() + "': " + refused.reason());
        }
    }

    @Override
    void onLate() {
        // a node may be dead, or asleep
    }

    @Override
    void onFailure() {
        whom.dialFailed(channel);
    }
}
