package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** The end of a connection that was dialed by another node. */
final class Accepted extends Connection {

    private boolean refused;

    Accepted(Transport home, Channel channel, String place) {
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
        long version = Hello.readVersion(frame);
        if (version != Hello.VERSION) {
            String reason = "this node speaks version " + Hello.VERSION
                    + " of the protocol. Run the same version of Peerlock at all nodes.";
            refuse(Complaints.Kind.OTHER_VERSION, "which speaks version " + version, reason);
            return;
        }
        Hello hello = Hello.read(frame);
        if (!hello.cluster().equals(home.cluster())) {
            String reason = "this node belongs to cluster '" + home.cluster()
                    + "'. Give all nodes of a cluster the same name, and clusters on one machine different ports.";
            refuse(Complaints.Kind.OTHER_CLUSTER, "which belongs to cluster '" + hello.cluster() + "'", reason);
            return;
        }
        if (!hello.to().equals(home.me()) || hello.from().equals(home.me())) {
            refuse("the node that was meant is not here, or not any more");
            return;
        }
        Peer other = home.peer(hello.from());
        if (other.prefers(this)) {
            home.known(this);
            write(new Answer.Welcome()::write);
            establish(other);
        } else {
            refuse("there is another connection already");
        }
    }

    private void refuse(Complaints.Kind kind, String who, String reason) {
        home.complaints().say(kind, "Refused a connection from " + place + ", " + who + ": " + reason);
        refuse(new Answer.Refused(false, reason));
    }

    private void refuse(String ordinaryReason) {
        LOG.debug("Refused a connection from {}: {}", place, ordinaryReason);
        refuse(new Answer.Refused(true, ordinaryReason));
    }

    private void refuse(Answer.Refused answer) {
        refused = true;
        writeLast(answer::write);
    }

    @Override
    void onLate() {
        home.complaints()
                .say(
                        Complaints.Kind.NO_HELLO,
                        "Closed a connection from " + place + ", which did not say who it is for "
                                + home.limits().handshakeMillis()
                                + " ms. Only nodes may connect to this one: find out what else does.");
    }

    @Override
    void onFailure() {
        // whoever it was will come again, or not
    }
}
