package org.peerlock.brain;

import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Member;
import org.peerlock.brain.word.Gates;

/** What is asked of others for somebody who looks on, and what they are answered. Nothing is decided by it. */
final class Inquiries {

    private static final Packet.Echo NOTHING = new Packet.Echo(0, "", "");

    private final Incarnation me;
    private final Settings settings;
    private final Gates gates;
    private final Locks locks;
    private final Outside outside;
    private final SortedMap<Long, Inquiry<?>> open = new TreeMap<>();
    private final SortedMap<Incarnation, Packet.Echo> told = new TreeMap<>();
    private long last;

    Inquiries(Incarnation me, Body body) {
        this.me = me;
        settings = body.settings();
        gates = body.gates();
        locks = body.locks();
        outside = body.outside();
    }

    /** A node has told what it is called, and of which version it is. */
    void told(Incarnation node, Packet.Echo echo) {
        told.put(node, echo);
    }

    /** These nodes are all there are. */
    void retain(SortedMap<Incarnation, Member> members) {
        told.keySet().retainAll(members.keySet());
    }

    /** What a node is called, if it has told; empty otherwise. */
    String label(Incarnation node) {
        return node.equals(me) ? settings.label() : echo(node).label();
    }

    /** Of which version a node is, if it has told; empty otherwise. */
    String version(Incarnation node) {
        return node.equals(me) ? settings.version() : echo(node).version();
    }

    private Packet.Echo echo(Incarnation node) {
        return told.getOrDefault(node, NOTHING);
    }

    /** Asks all these members, and this node. */
    void begin(Inquiry<?> inquiry, SortedMap<Incarnation, Member> members) {
        Packet.Question question = inquiry.question(++last);
        open.put(question.number(), inquiry);
        inquiry.ask(me, settings.address(), settings.label());
        members.forEach((id, member) -> {
            if (!id.equals(me) && !id.equals(Incarnation.GENESIS)) {
                inquiry.ask(id, member.address(), label(id));
                outside.send(id, question);
            }
        });
        receive(me, reply(question));
    }

    Packet.Reply reply(Packet.Question question) {
        if (question instanceof Packet.Query query) {
            return new Packet.Answer(query.number(), settings.label(), locks.standing(query.lock()));
        }
        return new Packet.Uses(question.number(), locks.busiest());
    }

    void receive(Incarnation from, Packet.Reply reply) {
        Inquiry<?> inquiry = open.get(reply.number());
        if (inquiry == null) {
            return; // nobody waits for it any more
        }
        inquiry.answer(from, reply);
        if (inquiry.complete()) {
            conclude(inquiry);
        }
    }

    void conclude(Inquiry<?> inquiry) {
        open.values().remove(inquiry);
        inquiry.conclude(
                new Findings.Here(me, settings.algorithms(), gates.current().open()));
    }
}
