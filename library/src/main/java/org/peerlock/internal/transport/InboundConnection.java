package org.peerlock.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.text.DurationText;

/** A connection that another node dialed. */
final class InboundConnection extends Connection {

    private static final int NETWORK_BYTES = 8;

    private HandshakeProof.@Nullable Context challenged;
    private boolean refused;

    InboundConnection(Transport home, Channel channel, String place) {
        super(home, channel, place);
    }

    @Override
    boolean dialed() {
        return false;
    }

    /**
     * From where it comes. All processes of this machine that use Unix sockets count as one, and so do all IPv6 addresses of
     * a network of 64 bits: one host may use them all.
     */
    String host() {
        return channel.remoteAddress() instanceof InetSocketAddress remote ? host(remote.getAddress()) : "";
    }

    static String host(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, NETWORK_BYTES));
    }

    @Override
    void shakeHands(ByteBuf frame) {
        if (refused) {
            return;
        }
        if (challenged == null) {
            challenge(frame);
        } else {
            identify(challenged, HandshakeRequest.Identity.read(frame));
        }
    }

    private void challenge(ByteBuf frame) {
        ProtocolRange theirs = HandshakeRequest.Hello.readProtocols(frame);
        if (!theirs.overlaps(home.protocols())) {
            String reason = "this node speaks the protocols " + home.protocols()
                    + ". Run versions of Peerlock at all nodes that have one in common.";
            refuse(ConnectionWarnings.Kind.OTHER_VERSION, "which speaks the protocols " + theirs, reason);
            return;
        }
        HandshakeRequest.Hello hello = HandshakeRequest.Hello.read(theirs, frame);
        RegistrySecret secret = home.secret();
        Incarnation me = home.me();
        if (secret == null || me == null) {
            refuse("this node has not read the registry yet");
            return;
        }
        HandshakeProof.Context context = new HandshakeProof.Context(
                secret, home.cluster(), hello, home.protocols(), Nonce.draw(), me, binding());
        challenged = context;
        write(new HandshakeResponse.Challenge(context.protocols(), context.nonce(), context.byAcceptor())::write);
    }

    private void identify(HandshakeProof.Context context, HandshakeRequest.Identity identity) {
        if (!identity.proof().equals(context.byDialer(identity.from()))) {
            refuse(
                    ConnectionWarnings.Kind.UNPROVEN,
                    "which does not know the secret of the registry",
                    "only processes that can read the registry of the cluster may connect.");
            return;
        }
        Optional<String> mismatch = home.mismatch(identity.from(), this);
        if (mismatch.isPresent()) {
            refuse(
                    ConnectionWarnings.Kind.OTHER_CERTIFICATE,
                    "which says that it is node " + identity.from().shortId(),
                    mismatch.get() + ".");
            return;
        }
        if (!context.acceptor().equals(home.me()) || identity.from().equals(home.me())) {
            refuse("the node that was meant is not here, or not any more");
            return;
        }
        if (!home.hasRoom()) {
            refuse(
                    ConnectionWarnings.Kind.TOO_MANY,
                    "which is one node too many",
                    "there are " + home.limits().maxInbound() + " connections already.");
            return;
        }
        RemotePeer other = home.peer(identity.from());
        if (other.prefers(this)) {
            home.identified(this);
            write(new HandshakeResponse.Welcome()::write);
            establish(other);
        } else {
            refuse("there is another connection already");
        }
    }

    private void refuse(ConnectionWarnings.Kind kind, String who, String reason) {
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
    void onReady() {
        // the other node speaks first
    }

    @Override
    void onTlsFailure(String reason) {
        home.warnings()
                .say(
                        ConnectionWarnings.Kind.NO_TLS,
                        "Refused a connection from " + place + ", because TLS failed: " + reason
                                + ". Only nodes may connect to this one: find out what else does.");
    }

    @Override
    void onLate() {
        home.warnings()
                .say(
                        ConnectionWarnings.Kind.NO_HELLO,
                        "Closed a connection from " + place + ", which did not say who it is for "
                                + DurationText.of(
                                        Duration.ofMillis(home.limits().handshakeMillis()))
                                + ". Only nodes may connect to this one: find out what else does.");
    }

    @Override
    void onFailure() {
        // the other node dials again if it wants to
    }
}
