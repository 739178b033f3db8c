package org.peerlock.internal.engine.inspection;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/**
 * Asks other nodes about locks, and answers their questions. Monitoring only: no grant depends on
 * it.
 */
public final class Inquiries {

    private final Incarnation me;
    private final NodeSettings settings;
    private final GrantGates gates;
    private final LockTable lockTable;
    private final EngineEffects effects;
    private final SortedMap<Long, Inquiry<?>> open = new TreeMap<>();
    private long last;

    public Inquiries(
            Incarnation me, NodeSettings settings, GrantGates gates, LockTable lockTable, EngineEffects effects) {
        this.me = me;
        this.settings = settings;
        this.gates = gates;
        this.lockTable = lockTable;
        this.effects = effects;
    }

    /** Asks all these members, and this node. */
    public void begin(Inquiry<?> inquiry, List<NodeOverview.MemberStatus> members) {
        Packet.Question question = inquiry.question(++last);
        open.put(question.number(), inquiry);
        inquiry.ask(me, settings.address(), settings.label());
        for (NodeOverview.MemberStatus member : members) {
            if (!member.here()) {
                inquiry.ask(member.id(), member.address(), member.label());
                effects.send(member.id(), question);
            }
        }
        receive(me, reply(question));
    }

    public Packet.Reply reply(Packet.Question question) {
        if (question instanceof Packet.LockQuery lockQuery) {
            return new Packet.LockReply(lockQuery.number(), settings.label(), lockTable.status(lockQuery.lock()));
        }
        return new Packet.UsageReply(question.number(), lockTable.busiest());
    }

    public void receive(Incarnation from, Packet.Reply reply) {
        Inquiry<?> inquiry = open.get(reply.number());
        if (inquiry == null) {
            return; // nobody waits for it any more
        }
        inquiry.answer(from, reply);
        if (inquiry.complete()) {
            conclude(inquiry);
        }
    }

    public void conclude(Inquiry<?> inquiry) {
        open.values().remove(inquiry);
        inquiry.conclude(new LockInquiryResult.Requester(me, gates.current().open()));
    }
}
