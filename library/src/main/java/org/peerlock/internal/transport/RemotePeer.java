package org.peerlock.internal.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelFuture;
import org.peerlock.internal.io.netty.util.concurrent.Future;
import org.peerlock.internal.protocol.Packet;

/**
 * Another node, and the way to it. There is one connection in use at most; whoever has something to send and none dials. If
 * both dial at once, both keep the connection that the smaller incarnation dialed. When it is lost, the smaller one dials again at
 * once, so that they do not dial at once again.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that is closed tells so itself
final class RemotePeer {

    private static final int MOST_KEPT = 100;
    private static final long POLITENESS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    /** A connection that has lasted so long was a good one, and its loss no reason to be slow with the next. */
    private static final long STEADY = TimeUnit.SECONDS.toNanos(1);

    private final Transport home;
    private final Incarnation id;
    private @Nullable InetSocketAddress address;
    private @Nullable Connection inUse;
    private final Deque<Packet> kept = new ArrayDeque<>();

    /** The next dial waits for its time. */
    private @Nullable Future<?> planned;
    /** A dial is under way. */
    private @Nullable Channel dial;
    /** It goes by the short way. */
    private boolean dialsNear;

    private int failures;
    private long notBefore = System.nanoTime();
    private boolean forgotten;

    RemotePeer(Transport home, Incarnation id) {
        this.home = home;
        this.id = id;
    }

    /** How many dials have failed in a row. */
    int failures() {
        return failures;
    }

    Incarnation id() {
        return id;
    }

    /** Where it listens, for a reader. */
    String place() {
        return Transport.text(address);
    }

    void send(Packet packet) {
        if (inUse != null) {
            inUse.send(packet);
        } else if (address != null) {
            if (!(packet instanceof Packet.Data) && kept.size() < MOST_KEPT) {
                kept.add(packet);
            }
            planDial();
        }
    }

    // What is known of it

    void learn(@Nullable InetSocketAddress where) {
        address = where;
    }

    /** It is not known any more. Returns whether it is to be kept nevertheless, for it has come by itself. */
    boolean unlearn() {
        address = null;
        stopDialing();
        return inUse != null && !inUse.dialed();
    }

    /** Ends all that there is with it. */
    void forget() {
        forgotten = true;
        stopDialing();
        if (inUse != null) {
            inUse.close();
            inUse = null;
        }
    }

    private void stopDialing() {
        kept.clear();
        if (planned != null) {
            planned.cancel(false);
            planned = null;
        }
        if (dial != null) {
            Transport.close(dial);
            dial = null;
        }
    }

    // Dialing

    private void planDial() {
        if (planned == null && dial == null && address != null) {
            long wait = Math.max(0, notBefore - System.nanoTime());
            planned = home.loop().schedule(this::dial, wait, TimeUnit.NANOSECONDS);
        }
    }

    private void dial() {
        planned = null;
        if (inUse == null && address != null) {
            SocketAddress near = home.shortWayTo(id);
            dialsNear = near != null;
            dialAt(near == null ? address : near);
        }
    }

    private void dialAt(SocketAddress where) {
        ChannelFuture connecting = home.connect(where, this);
        Channel channel = connecting.channel();
        dial = channel;
        connecting.addListener(connected -> {
            if (!connected.isSuccess()) {
                Connection.LOG.debug(
                        "Could not dial {} at {}, by {}: {}",
                        id.shortId(),
                        place(),
                        where instanceof InetSocketAddress ? "TCP" : "the short way",
                        String.valueOf(connected.cause()));
                home.onLoop(() -> missed(channel)); // what could not even be begun is told elsewhere
            }
        });
    }

    /** There was nobody, or somebody else. Who is not there by the short way may be by the other. */
    void missed(Channel failed) {
        assert home.loop().inEventLoop();
        if (failed == dial && dialsNear && inUse == null && address != null) {
            dialsNear = false;
            dialAt(address);
        } else {
            dialFailed(failed);
        }
    }

    void dialFailed(Channel failed) {
        if (failed != dial) {
            return; // nobody waits for it any more
        }
        dial = null;
        if (inUse == null) {
            kept.clear();
            pause(0);
        }
    }

    private void pause(long atLeast) {
        failures++;
        long longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(failures - 1, 10));
        long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest);
        notBefore = System.nanoTime() + Math.max(atLeast, pause);
    }

    // Connections

    /** Whether a connection on which both have said who they are is to be used, and not the one that there is. */
    boolean prefers(Connection fresh) {
        if (forgotten) {
            return false;
        }
        if (inUse == null || inUse.dialed() == fresh.dialed()) {
            return true;
        }
        // Dials cross within that time; later, the other dials only if it has lost what is still in use here.
        boolean old = inUse.age() > TimeUnit.MILLISECONDS.toNanos(home.limits().handshakeMillis());
        return old || fresh.dialed() == smaller();
    }

    /** Whether this node's name is the smaller one. */
    private boolean smaller() {
        return home.me() != null && home.me().compareTo(id) < 0;
    }

    void use(Connection fresh) {
        dialEnded(fresh);
        Connection before = inUse;
        inUse = fresh;
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

    /** Does without a connection that is one too many. The smaller closes it, for it is the last to know of the other. */
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
            return; // another one has taken its place
        }
        inUse = null;
        long polite = smaller() ? 0 : POLITENESS;
        if (connection.age() >= STEADY) {
            failures = 0;
            notBefore = System.nanoTime() + polite;
        } else {
            pause(polite);
        }
        if (address == null) {
            home.remove(this);
        } else if (smaller()) {
            planDial();
        }
        home.listener().disconnected(id);
    }
}
