package org.peerlock.internal.engine.membership;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/**
 * Reliable and ordered links between the members of one view, whatever happens to the connections below. Messages are numbered,
 * kept until they are acknowledged, and sent again. The receiver drops duplicates, and delivers in order. Each view begins
 * with new links: messages of the view before mean nothing any more.
 */
final class ReliableLinks {

    /** The state of the link to one other member. */
    private static final class Link {
        private final Deque<Packet.Data> unacknowledged = new ArrayDeque<>();
        private long sent;
        private long progress;
        private final SortedMap<Long, Packet.Data> early = new TreeMap<>();
        private long received;
        private boolean owesReceipt;

        /** The next message, if it has arrived already. */
        Packet.@Nullable Data next() {
            return early.isEmpty() ? null : early.remove(received + 1);
        }
    }

    /** Receives the messages in order. */
    interface Receiver {
        void receive(Incarnation from, Packet.Data data);
    }

    private final long epoch;
    private final Timing timing;
    private final EngineEffects effects;
    private final Receiver receiver;
    private final Map<Incarnation, Link> links = new LinkedHashMap<>();

    ReliableLinks(long epoch, Timing timing, EngineEffects effects, Receiver receiver) {
        this.epoch = epoch;
        this.timing = timing;
        this.effects = effects;
        this.receiver = receiver;
    }

    void send(long now, Incarnation to, String lock, Capacity capacity, String algorithm, Object message) {
        Link link = link(to);
        if (link.unacknowledged.isEmpty()) {
            link.progress = now;
        }
        Packet.Data data = new Packet.Data(epoch, ++link.sent, link.received, lock, capacity, algorithm, message);
        link.unacknowledged.add(data);
        link.owesReceipt = false;
        effects.send(to, data);
    }

    void onData(long now, Incarnation from, Packet.Data data) {
        Link link = link(from);
        acknowledged(now, link, data.received());
        link.owesReceipt = true; // even for a duplicate: the acknowledgement may have been lost
        if (data.number() > link.received + 1) {
            link.early.put(data.number(), data);
        } else if (data.number() == link.received + 1) {
            for (Packet.Data next = data; next != null; next = link.next()) {
                link.received++;
                link.owesReceipt = true; // an answer to the one before has acknowledged that one only
                receiver.receive(from, next);
            }
        }
    }

    void onAck(long now, Incarnation from, Packet.Ack ack) {
        acknowledged(now, link(from), ack.received());
    }

    private static void acknowledged(long now, Link link, long received) {
        while (!link.unacknowledged.isEmpty() && link.unacknowledged.getFirst().number() <= received) {
            link.unacknowledged.removeFirst();
            link.progress = now;
        }
    }

    /** Acknowledges what has arrived, and sends again what was not acknowledged in time. */
    void onTick(long now) {
        links.forEach((other, link) -> {
            if (link.owesReceipt) {
                link.owesReceipt = false;
                effects.send(other, new Packet.Ack(epoch, link.received));
            }
            if (!link.unacknowledged.isEmpty() && now - link.progress >= timing.resendIntervalNanos()) {
                resend(now, other);
            }
        });
    }

    /** Sends again what was not acknowledged: the connection is new, and messages on the old one may be lost. */
    void resend(long now, Incarnation to) {
        Link link = link(to);
        link.progress = now;
        link.unacknowledged.forEach(data -> effects.send(to, data));
    }

    /** The greatest number of unacknowledged messages to one member. */
    int backlog() {
        return links.values().stream()
                .mapToInt(link -> link.unacknowledged.size())
                .max()
                .orElse(0);
    }

    private Link link(Incarnation other) {
        return links.computeIfAbsent(other, any -> new Link());
    }
}
