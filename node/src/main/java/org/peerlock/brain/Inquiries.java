package org.peerlock.brain;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Member;
import org.peerlock.brain.word.Gates;

/** What is asked of others for somebody who looks on, and what they are answered. Nothing is decided by it. */
final class Inquiries {

    private final Incarnation me;
    private final Settings settings;
    private final Gates gates;
    private final Locks locks;
    private final Outside outside;
    private final SortedMap<Long, Inquiry> open = new TreeMap<>();
    private final SortedMap<Incarnation, String> labels = new TreeMap<>();
    private long last;

    Inquiries(Incarnation me, Body body) {
        this.me = me;
        settings = body.settings();
        gates = body.gates();
        locks = body.locks();
        outside = body.outside();
    }

    /** A node has told what it is called. */
    void called(Incarnation node, String label) {
        labels.put(node, label);
    }

    /** These nodes are all there are. */
    void retain(SortedMap<Incarnation, Member> members) {
        labels.keySet().retainAll(members.keySet());
    }

    /** What a node is called, if it has told; empty otherwise. */
    String label(Incarnation node) {
        return node.equals(me) ? settings.label() : labels.getOrDefault(node, "");
    }

    /** Asks all these members, and this node. */
    void begin(Inquiry inquiry, SortedMap<Incarnation, Member> members) {
        Packet.Query query = new Packet.Query(++last, inquiry.lock());
        open.put(query.number(), inquiry);
        inquiry.ask(me, settings.address(), settings.label());
        members.forEach((id, member) -> {
            if (!id.equals(me) && !id.equals(Incarnation.GENESIS)) {
                inquiry.ask(id, member.address(), label(id));
                outside.send(id, query);
            }
        });
        receive(me, answer(query));
    }

    Packet.Answer answer(Packet.Query query) {
        return new Packet.Answer(query.number(), settings.label(), locks.standing(query.lock()));
    }

    void receive(Incarnation from, Packet.Answer answer) {
        Inquiry inquiry = open.get(answer.number());
        if (inquiry == null) {
            return; // nobody waits for it any more
        }
        inquiry.answer(from, answer);
        if (inquiry.complete()) {
            conclude(inquiry);
        }
    }

    void conclude(Inquiry inquiry) {
        open.values().remove(inquiry);
        Map<Capacity.Kind, String> algorithms = new EnumMap<>(Capacity.Kind.class);
        for (Capacity.Kind kind : Capacity.Kind.values()) {
            algorithms.put(kind, settings.algorithms().of(inquiry.lock(), kind).id());
        }
        inquiry.conclude(new Findings.Here(me, algorithms, gates.current().open()));
    }
}
