package org.peerlock.internal.transport;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.channel.Channel;

/** A connection that this node dialed. */
final class OutboundConnection extends Connection {

    private final RemotePeer whom;
    private final HandshakeRequest.Hello hello;
    /** Whether the other end has proved that it is the node that was dialed. */
    private boolean proven;

    OutboundConnection(Transport home, Channel channel, String place, RemotePeer whom) {
        super(home, channel, place);
        this.whom = whom;
        hello = new HandshakeRequest.Hello(home.protocols(), Nonce.draw());
    }

    @Override
    boolean dialed() {
        return true;
    }

    @Override
    void onReady() {
        Optional<String> mismatch = whom.mismatch(this);
        if (mismatch.isPresent()) {
            whom.onDialProblem(DialProblem.Kind.OTHER_CERTIFICATE, "another process listens there: " + mismatch.get());
            refuseUnproven();
        } else if (UnixSocket.isSameUser(channel)) {
            write(hello::write);
        } else {
            LOG.debug(
                    "The Unix socket of node {} belongs to another user now",
                    whom.id().shortId());
            close();
        }
    }

    @Override
    void onTlsFailure(String reason) {
        LOG.debug("TLS with {} failed: {}", place, reason);
        whom.onDialProblem(DialProblem.Kind.TLS, "TLS failed: " + reason);
    }

    @Override
    void shakeHands(ByteBuf frame) {
        HandshakeResponse response = HandshakeResponse.read(frame);
        if (response instanceof HandshakeResponse.Refused refused) {
            refused(refused);
            close();
        } else if (response instanceof HandshakeResponse.Challenge challenge && !proven) {
            identify(challenge);
        } else if (!proven || response instanceof HandshakeResponse.Challenge) {
            refuseUnproven();
        } else if (whom.prefers(this)) {
            establish(whom);
        } else {
            whom.discard(this);
        }
    }

    private void identify(HandshakeResponse.Challenge challenge) {
        RegistrySecret secret = home.secret();
        Incarnation me = home.me();
        HandshakeProof.@Nullable Context context = secret == null
                ? null
                : new HandshakeProof.Context(
                        secret, home.cluster(), hello, challenge.protocols(), challenge.nonce(), whom.id(), binding());
        if (context == null || me == null || !challenge.proof().equals(context.byAcceptor())) {
            whom.onDialProblem(DialProblem.Kind.UNPROVEN, "another process listens there");
            refuseUnproven();
            return;
        }
        proven = true;
        write(new HandshakeRequest.Identity(me, context.byDialer(me))::write);
    }

    /** Somebody else is at the node's address: perhaps it has ended, or has just become another incarnation. */
    private void refuseUnproven() {
        LOG.debug(
                "What listens at {} did not prove to be node {}",
                place,
                whom.id().shortId());
        close();
    }

    private void refused(HandshakeResponse.Refused refused) {
        whom.onDialProblem(DialProblem.Kind.REFUSED, "it refused the connection: " + refused.reason());
        if (refused.ordinary()) {
            LOG.debug(
                    "{} refused the connection of this node: {}",
                    place,
                    ConnectionWarnings.printable(refused.reason()));
        } else {
            home.warnings()
                    .say(
                            ConnectionWarnings.Kind.REFUSED,
                            place + " refused the connection of this node, which speaks the protocols "
                                    + home.protocols() + " and belongs to cluster '" + home.cluster() + "': "
                                    + refused.reason());
        }
    }

    @Override
    void onLate() {
        whom.onDialProblem(DialProblem.Kind.SILENT, "it does not answer");
    }

    @Override
    void onFailure() {
        if (proven) {
            whom.dialFailed(channel);
        } else {
            whom.missed(channel);
        }
    }
}
