package org.peerlock.internal.transport;

import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.channel.Channel;

/** A connection that another node dialed. */
final class InboundConnection extends Connection {

    private boolean refused;

    InboundConnection(Transport home, Channel channel, String place) {
        super(home, channel, place);
    }

    @Override
    boolean dialed() {
        return false;
    }

    @Override
    void shakeHands(ByteBuf frame) {
        if (refused) {
            return;
        }
        long version = HandshakeRequest.readVersion(frame);
        if (version != HandshakeRequest.VERSION) {
            String reason = "this node speaks version " + HandshakeRequest.VERSION
                    + " of the protocol. Run the same version of Peerlock at all nodes.";
            refuse(WarningLimiter.Kind.OTHER_VERSION, "which speaks version " + version, reason);
            return;
        }
        HandshakeRequest handshakeRequest = HandshakeRequest.read(frame);
        if (!handshakeRequest.cluster().equals(home.cluster())) {
            String reason = "this node belongs to cluster '" + home.cluster()
                    + "'. Give all nodes of a cluster the same name, and clusters on one machine different ports.";
            refuse(
                    WarningLimiter.Kind.OTHER_CLUSTER,
                    "which belongs to cluster '" + handshakeRequest.cluster() + "'",
                    reason);
            return;
        }
        if (!handshakeRequest.to().equals(home.me()) || handshakeRequest.from().equals(home.me())) {
            refuse("the node that was meant is not here, or not any more");
            return;
        }
        RemotePeer other = home.peer(handshakeRequest.from());
        if (other.prefers(this)) {
            home.known(this);
            write(new HandshakeResponse.Welcome()::write);
            establish(other);
        } else {
            refuse("there is another connection already");
        }
    }

    private void refuse(WarningLimiter.Kind kind, String who, String reason) {
        home.warnings().say(kind, "Refused a connection from " + place + ", " + who + ": " + reason);
        refuse(new HandshakeResponse.Refused(false, reason));
    }

    private void refuse(String ordinaryReason) {
        LOG.debug("Refused a connection from {}: {}", place, ordinaryReason);
        refuse(new HandshakeResponse.Refused(true, ordinaryReason));
    }

    private void refuse(HandshakeResponse.Refused answer) {
        refused = true;
        writeLast(answer::write);
    }

    @Override
    void onLate() {
        home.warnings()
                .say(
                        WarningLimiter.Kind.NO_HELLO,
                        "Closed a connection from " + place + ", which did not say who it is for "
                                + home.limits().handshakeMillis()
                                + " ms. Only nodes may connect to this one: find out what else does.");
    }

    @Override
    void onFailure() {
        // the other node dials again if it wants to
    }
}
