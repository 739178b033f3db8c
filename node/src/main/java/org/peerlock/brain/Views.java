package org.peerlock.brain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;

/**
 * What a node does in one view after the other: it opens one once all reports are here, passes the messages of the algorithms
 * while it is open, and at its end reports what is held.
 *
 * <pre>
 *     open -- a next view is proposed, and it is a survivor --&gt; sealed
 *     sealed, or new -- a view that has it is installed, and all reports are here --&gt; open
 * </pre>
 *
 * <p>What is in the cell, and so which view comes next, it is told.
 */
class Views {

    /** A message of a view that has not begun here. */
    private record Early(long epoch, Incarnation from, long number) implements Comparable<Early> {
        @Override
        public int compareTo(Early other) {
            int order = Long.compare(epoch, other.epoch);
            order = order != 0 ? order : from.compareTo(other.from);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    /** With so many messages that a member does not acknowledge, a new view serves all better. */
    private static final int BACKLOG = 10_000;

    /** A view lasts at least so many leases before it is changed only because of its backlog: each begins with much to send. */
    private static final int CATCHING_UP = 10;

    private final Incarnation me;
    private final LongSupplier now;
    private final Reports reports;
    private final Settings settings;
    private final Timing timing;
    private final Gates gates;
    private final Locks locks;
    private final Outside outside;
    private final Tally tally;
    private final SortedMap<Early, Packet.Data> early = new TreeMap<>();
    /** What others have been told of kinds of locks in this view: their messages are acknowledged, and do not come again. */
    private final SortedMap<Incarnation, SortedMap<String, Packet.Disagreement>> disagreements = new TreeMap<>();

    /** The view that began last here. */
    private @Nullable View view;

    private long opened;
    /** There is one while the view is open. */
    private @Nullable Links links;
    /** The epoch of the view for which this node has reported last. */
    private long sealedFor;
    /** When reports were sent last. */
    private long repeated;

    private boolean closed;
    /** When it was looked last whether fences come to their end: that is a look at every lock. */
    private long looked;

    private boolean manyFences;

    /** @param now the time of the last input */
    Views(Incarnation me, LongSupplier now, Reports reports, Body body) {
        this.me = me;
        this.now = now;
        this.reports = reports;
        settings = body.settings();
        timing = settings.timing();
        gates = body.gates();
        locks = body.locks();
        outside = body.outside();
        tally = body.tally();
        repeated = now.getAsLong();
        looked = repeated;
    }

    /** The epoch of the view that began last here; 0 if there was none. */
    long epoch() {
        return view == null ? 0 : view.epoch();
    }

    /** Says again what was not answered. */
    void tick(Registry registry) {
        View coming = coming(registry);
        if (coming != null && now.getAsLong() - repeated >= timing.repetition()) {
            sendReports(coming);
        }
        if (links != null) {
            links.tick(now.getAsLong());
        }
        if (now.getAsLong() - looked >= timing.look()) {
            looked = now.getAsLong();
            manyFences = locks.manyFences();
        }
    }

    /** The view that is to begin here next. */
    private @Nullable View coming(Registry registry) {
        View last = registry.next() != null ? registry.next() : registry.current();
        return last.has(me) && last.epoch() > epoch() ? last : null;
    }

    // Reports

    /** Reports for the next view, if this node is a survivor and has not yet. */
    void seal(@Nullable View next) {
        if (next == null || !next.survivors().contains(me) || sealedFor >= next.epoch()) {
            return;
        }
        stopListening();
        sealedFor = next.epoch();
        stopGranting();
        SortedMap<Incarnation, Report> own = new TreeMap<>();
        own.put(me, locks.seal());
        reports.add(next.epoch(), own);
        sendReports(next);
    }

    void stopListening() {
        links = null;
    }

    void stopGranting() {
        gates.shut();
    }

    /** Says all that is known of the reports for a view, and so asks for the rest. */
    void sendReports(View coming) {
        repeated = now.getAsLong();
        Packet.Reports packet = new Packet.Reports(coming.epoch(), reports.of(coming.epoch()));
        for (Incarnation member : coming.members()) {
            if (!member.equals(me)) {
                outside.send(member, packet);
            }
        }
    }

    /** Adds what another has said of the reports for a view; who lacks some of them is told. */
    void receive(Incarnation from, Packet.Reports told) {
        reports.add(told.epoch(), told.reports());
        SortedMap<Incarnation, Report> all = reports.of(told.epoch());
        if (all.size() > told.reports().size()) {
            outside.send(from, new Packet.Reports(told.epoch(), all));
        }
    }

    // The beginning

    /** Opens the current view if it has not begun here, and all is there that it needs. */
    void begin(View current) {
        if (current.has(me) && current.epoch() > epoch() && sealedFor <= current.epoch() && reports.complete(current)) {
            open(current);
        }
    }

    private void open(View current) {
        Holders holders = reports.holders(current);
        reports.forgetBefore(current.epoch());
        view = current;
        opened = now.getAsLong();
        manyFences = false;
        disagreements.clear();
        Links fresh = new Links(current.epoch(), timing, outside, (from, data) -> receive(current, from, data));
        links = fresh;
        locks.open(current, me, holders, (lock, capacity, to, message) -> {
            tally.sent++;
            fresh.send(now.getAsLong(), current.member(to), lock, capacity, message);
        });
        tally.views++;
        outside.opened(current, holders);
        openGate();
        locks.settle();
        deliverEarly(current, fresh);
    }

    private void deliverEarly(View current, Links fresh) {
        List<Early> due = new ArrayList<>();
        early.headMap(new Early(current.epoch() + 1, Incarnation.GENESIS, 0))
                .keySet()
                .forEach(due::add);
        for (Early one : due) {
            Packet.Data data = early.remove(one);
            if (data != null && one.epoch() == current.epoch()) {
                receive(fresh, one.from(), data);
            }
        }
    }

    // Who is let in

    /** Lets threads in, if there is a view that is open, a lease, and no wish to leave. Returns whether they were not. */
    boolean openGate() {
        boolean opens = links != null && !closed && !gates.current().open();
        if (opens) {
            gates.open(epoch());
        }
        return opens;
    }

    /** From now on no thread is let in, whatever view begins: the node is about to leave. */
    void close() {
        closed = true;
        gates.shut();
    }

    // Messages

    void receive(Incarnation from, Packet.Data data) {
        if (links != null && ofThisView(data)) {
            receive(links, from, data);
        } else if (data.epoch() > epoch()) {
            early.put(new Early(data.epoch(), from, data.number()), data);
        }
    }

    /** Only members have a say in a view. */
    private void receive(Links open, Incarnation from, Packet.Data data) {
        if (view != null && view.has(from)) {
            open.receive(now.getAsLong(), from, data);
        }
    }

    /** A message for an algorithm, in its turn. */
    private void receive(View current, Incarnation from, Packet.Data data) {
        tally.received++;
        Capacity here = locks.receive(current.rank(from), data);
        if (here != null) {
            outside.disagreed(from, Disagreements.there(data.lock(), here, data.capacity()));
            Packet.Disagreement told = new Packet.Disagreement(data.epoch(), data.lock(), here);
            disagreements.computeIfAbsent(from, any -> new TreeMap<>()).put(data.lock(), told);
            outside.send(from, told);
        }
    }

    void receive(Incarnation from, Packet.Disagreement told) {
        Capacity here = told.epoch() == epoch() ? locks.capacity(told.lock()) : null;
        if (here != null && !here.equals(told.capacity())) {
            String reason = Disagreements.there(told.lock(), here, told.capacity());
            outside.disagreed(from, reason);
            locks.disagree(told.lock(), reason);
        }
    }

    boolean ofThisView(Packet.Data data) {
        return data.epoch() == epoch();
    }

    void receive(Incarnation from, Packet.Receipt receipt) {
        if (links != null && receipt.epoch() == epoch()) {
            links.receive(now.getAsLong(), from, receipt);
        }
    }

    /** The connection to another node is new. */
    void connected(Incarnation other) {
        if (links != null) {
            links.resend(now.getAsLong(), other);
            disagreements
                    .getOrDefault(other, Collections.emptySortedMap())
                    .values()
                    .forEach(told -> outside.send(other, told));
        }
    }

    /** Whether a view with the same members would do good: it starts with nothing but what is held or waited for. */
    boolean wantsFreshOne() {
        long age = now.getAsLong() - opened;
        return links != null
                && (manyFences
                        || (age >= CATCHING_UP * timing.lease() && links.backlog() > BACKLOG)
                        || (age >= timing.lease() && locks.remembersMoreThan(settings.names())));
    }
}
