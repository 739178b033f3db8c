package org.peerlock.internal.transport;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelFuture;
import org.peerlock.internal.io.netty.channel.ConnectTimeoutException;
import org.peerlock.internal.io.netty.util.concurrent.Future;
import org.peerlock.internal.protocol.Packet;

/**
 * Another node, and the connection to it. At most one connection is in use; a node that has
 * something to send and no connection dials. If both nodes dial at the same time, both keep the
 * connection that the smaller incarnation dialed. When it is lost, the smaller one dials again at
 * once, so that they do not dial at the same time again.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a closed channel reports it itself
final class RemotePeer {

    private static final int MOST_KEPT = 100;
    private static final long POLITENESS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    /** After a connection that lasted this long, the next dial need not be delayed. */
    private static final long STEADY = TimeUnit.SECONDS.toNanos(1);

    private final Transport home;
    private final Dialer dialer;
    private final Incarnation id;
    /** What the registry says about it; null if it is not registered. */
    private @Nullable Endpoint endpoint;
    /** Where to dial it; null if it must not be dialed. The host may be a name. */
    private @Nullable InetSocketAddress address;
    /** Why it could not be dialed the last time. */
    private @Nullable DialProblem problem;
    /** Whether that is the problem of the dial that is under way. */
    private boolean explained;

    private @Nullable Connection inUse;
    private final Deque<Packet> kept = new ArrayDeque<>();

    /** The next dial is scheduled. */
    private @Nullable Future<?> planned;
    /** A dial is under way. */
    private @Nullable Channel dial;
    /** It uses the Unix socket. */
    private boolean dialsNear;
    /** The host is being looked up for the next dial; another object for each time. */
    private @Nullable Object lookup;

    private int failures;
    private long notBefore;
    private boolean forgotten;

    RemotePeer(Transport home, Dialer dialer, Incarnation id) {
        this.home = home;
        this.dialer = dialer;
        this.id = id;
        notBefore = now();
    }

    /** How many dials have failed in a row. */
    int failures() {
        return failures;
    }

    Incarnation id() {
        return id;
    }

    /** Where it listens, for messages. */
    String place() {
        return endpoint == null ? "nowhere" : endpoint.address();
    }

    /** Why there is no connection; empty if there is one, or none was tried yet. */
    Optional<DialProblem> problem() {
        return inUse == null ? Optional.ofNullable(problem) : Optional.empty();
    }

    void onDialProblem(DialProblem.Kind kind, String reason) {
        problem = new DialProblem(kind, reason);
        explained = true;
    }

    /** What carries the packets, if there is a connection. */
    Optional<ConnectionKind> connectionKind() {
        return Optional.ofNullable(inUse).map(Connection::kind);
    }

    /** Why the other end of a connection is not this node, if it is not. */
    Optional<String> mismatch(Connection connection) {
        return endpoint == null ? Optional.empty() : connection.mismatch(endpoint);
    }

    void send(Packet packet) {
        if (inUse != null) {
            inUse.send(packet);
        } else if (address != null) {
            if (packet instanceof Packet.Probe) {
                kept.removeIf(Packet.Probe.class::isInstance); // the new one asks the same
            }
            if (!(packet instanceof Packet.Data) && kept.size() < MOST_KEPT) {
                kept.add(packet);
            }
            planDial();
        }
    }

    // Address

    /** @param where null if it must not be dialed */
    void learn(Endpoint registered, @Nullable InetSocketAddress where) {
        endpoint = registered;
        address = where;
        if (inUse != null && mismatch(inUse).isPresent()) {
            inUse.close(); // it has taken the name of this node before the node was registered
        }
    }

    /**
     * The registry does not have it any more. Returns whether to keep it, because it dialed this
     * node.
     */
    boolean unlearn() {
        endpoint = null;
        address = null;
        stopDialing();
        return inUse != null && !inUse.dialed();
    }

    /** Closes its connections, and stops dialing. */
    void forget() {
        forgotten = true;
        stopDialing();
        Connection last = inUse;
        inUse = null;
        if (last != null) {
            last.close();
        }
    }

    private void stopDialing() {
        lookup = null;
        if (planned != null) {
            planned.cancel(false);
            planned = null;
        }
        Channel last = dial;
        dial = null;
        if (last != null) {
            Transport.close(last);
        }
    }

    // Dialing

    private void planDial() {
        if (planned == null && dial == null && lookup == null && address != null) {
            long wait = Math.max(0, notBefore - now());
            planned = dialer.loop().schedule(this::dial, wait, TimeUnit.NANOSECONDS);
        }
    }

    private void dial() {
        planned = null;
        if (inUse == null && address != null) {
            SocketAddress near = dialer.unixSocketOf(id);
            dialsNear = near != null;
            if (near == null) {
                dialByTcp(address);
            } else {
                dialAt(near);
            }
        }
    }

    private void dialByTcp(InetSocketAddress where) {
        if (!where.isUnresolved()) {
            dialAt(where);
            return;
        }
        dial = null;
        Object thisLookup = new Object();
        lookup = thisLookup;
        dialer.resolve(where, failures, found -> {
            if (lookup != thisLookup) {
                return; // it is not to be dialed any more
            }
            lookup = null;
            if (inUse != null) {
                return;
            }
            if (found == null) {
                onDialProblem(DialProblem.Kind.UNKNOWN_HOST, "there is no host " + where.getHostString());
                giveUp();
            } else {
                dialAt(found);
            }
        });
    }

    private void dialAt(SocketAddress where) {
        ChannelFuture connecting = dialer.connect(where, this);
        Channel channel = connecting.channel();
        dial = channel;
        explained = false;
        connecting.addListener(connected -> {
            if (!connected.isSuccess()) {
                Connection.LOG.debug(
                        "Could not dial {} at {}, by {}: {}",
                        id.shortId(),
                        place(),
                        where instanceof InetSocketAddress ? "TCP" : "a Unix socket",
                        String.valueOf(connected.cause()));
                home.onLoop(
                        () -> { // a dial that could not start is reported elsewhere
                            if (where instanceof InetSocketAddress) { // without a Unix socket, TCP says more
                                onDialProblem(
                                        kind(connected.cause()),
                                        String.valueOf(connected.cause().getMessage()));
                            }
                            missed(channel);
                        });
            }
        });
    }

    private static DialProblem.Kind kind(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof ConnectTimeoutException || message.contains("timed out")) {
            return DialProblem.Kind.NO_REPLY;
        }
        boolean refused =
                cause instanceof ConnectException && !message.contains("unreachable") && !message.contains("route");
        return refused ? DialProblem.Kind.NOBODY_LISTENS : DialProblem.Kind.NETWORK;
    }

    /**
     * The dial met no node, or another one. A node without a Unix socket may be reachable by TCP.
     */
    void missed(Channel failed) {
        assert dialer.loop().inEventLoop();
        if (failed == dial && dialsNear && inUse == null && address != null) {
            dialsNear = false;
            dialByTcp(address);
        } else {
            dialFailed(failed);
        }
    }

    void dialFailed(Channel failed) {
        if (failed != dial) {
            return; // another dial has replaced it
        }
        dial = null;
        if (inUse == null) {
            if (!explained) {
                onDialProblem(DialProblem.Kind.CLOSED, "it closed the connection before the handshake was complete");
            }
            giveUp();
        }
    }

    /** The dial has failed, in all ways that there are. */
    private void giveUp() {
        kept.clear();
        pause(0);
        home.listener().dialFailed(id);
    }

    private void pause(long atLeast) {
        failures++;
        long longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(failures - 1, 10));
        long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest);
        notBefore = now() + Math.max(atLeast, pause);
    }

    private long now() {
        return dialer.loop().ticker().nanoTime();
    }

    // Connections

    /** Whether to use a connection after its handshake, instead of the current one. */
    boolean prefers(Connection fresh) {
        if (forgotten) {
            return false;
        }
        if (inUse == null || inUse.dialed() == fresh.dialed()) {
            return true;
        }
        // Dials cross within that time. Later, the other node dials only if it has lost this connection.
        boolean old = inUse.age() > TimeUnit.MILLISECONDS.toNanos(home.limits().handshakeMillis());
        return old || fresh.dialed() == smaller();
    }

    /** Whether this node has the smaller incarnation. */
    private boolean smaller() {
        return home.me() != null && home.me().compareTo(id) < 0;
    }

    void use(Connection fresh) {
        dialEnded(fresh);
        Connection before = inUse;
        inUse = fresh;
        problem = null;
        if (before != null) {
            discard(before);
        }
        kept.forEach(fresh::send);
        kept.clear();
        home.listener().connected(id);
    }

    private void dialEnded(Connection connection) {
        if (connection.channel == dial) {
            dial = null;
        }
    }

    /**
     * Drops a surplus connection. The smaller node closes it, because it is the last to learn of
     * the other one.
     */
    void discard(Connection surplus) {
        dialEnded(surplus);
        if (smaller() || forgotten) {
            surplus.close();
        } else {
            surplus.retire();
        }
    }

    void lost(Connection connection) {
        if (connection != inUse) {
            return; // another connection has replaced it
        }
        inUse = null;
        long polite = smaller() ? 0 : POLITENESS;
        if (connection.age() >= STEADY) {
            failures = 0;
            notBefore = now() + polite;
        } else {
            pause(polite);
        }
        if (endpoint == null) {
            home.remove(this);
        } else if (smaller()) {
            planDial();
        }
        home.listener().disconnected(id);
    }
}
