package org.peerlock.lab.own;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;

/**
 * A node asks all others, and enters when all have said yes. Requests have numbers, and the smaller
 * number goes first; a node that is inside or goes first owes the other a yes until it has left. It
 * has one defect: see {@code docs/CHECK-YOUR-OWN.md}.
 */
class HomeMadeLock implements Algorithm<HomeMadeLock.State, HomeMadeLock.Message> {

    static final Profile PROFILE = new Profile(
            "home-made",
            Family.PERMISSION_OF_ALL,
            "ourselves",
            Assumptions.anyOrder(), // claims all properties, even if messages overtake each other
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("2(N-1)", "T", "by (number, node)", "in YES"));

    static final CatalogueEntry<State, Message> ENTRY =
            CatalogueEntry.of(PROFILE, config -> me -> new HomeMadeLock(me, config.nodes()));

    sealed interface Message {

        /** May I enter? */
        record Ask(long number) implements Message {}

        /** Your request with that number may. */
        record Yes(long number, long fence) implements Message {}
    }

    /**
     * The state of a node.
     *
     * @param own the node's request: idle, waiting or inside
     * @param numbers the number of its request, and the greatest one known
     * @param missing the nodes that have not said yes to it
     * @param owed for each node, the number of the request to which it is owed a yes; 0 for none
     */
    record State(OwnRequest own, Numbers numbers, NodeSet missing, NodeCounters owed) {

        State with(OwnRequest next) {
            return new State(next, numbers, missing, owed);
        }

        State asking(Request request, NodeSet others) {
            return new State(own.ask(request), numbers.next(1), others, owed);
        }

        State askedBy(int j, long number) {
            return new State(own, numbers.seen(number), missing, owed.atLeast(j, number));
        }

        State paid(int j) {
            return new State(own, numbers, missing, owed.with(j, 0));
        }

        State allowedBy(int j) {
            return new State(own, numbers, missing.minus(j), owed);
        }
    }

    private final int me;
    private final NodeSet others;

    HomeMadeLock(int me, int nodes) {
        this.me = me;
        this.others = NodeSet.others(nodes, me);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        return new State(
                OwnRequest.at(start, me), Numbers.zero(), NodeSet.empty(), NodeCounters.zero(others.size() + 1));
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.asking(request, others);
        for (int j : others) {
            out.send(j, new Message.Ask(s.numbers().our()));
        }
        return enterIfAllowed(s, out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return payAll(s.with(s.own().cancel(requestId).end(out)), out);
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return payAll(s.with(s.own().leave(requestId, lastFence)), out);
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        return message instanceof Message.Ask ask
                ? onAsk(s, from, ask.number(), out)
                : onYes(s, from, (Message.Yes) message, out);
    }

    State onAsk(State s, int from, long number, Effects<Message> out) {
        s = s.askedBy(from, number);
        boolean weGoFirst = s.own().requesting() && s.numbers().ticket(me).precedes(new Ticket(number, from));
        return weGoFirst ? s : pay(s, from, out);
    }

    private State onYes(State s, int from, Message.Yes yes, Effects<Message> out) {
        s = s.with(s.own().knowing(yes.fence()));
        if (s.own().phase() != Phase.WAITING || yes.number() != s.numbers().our()) {
            return s; // that request was cancelled
        }
        return enterIfAllowed(s.allowedBy(from), out);
    }

    private State enterIfAllowed(State s, Effects<Message> out) {
        return s.missing().isEmpty() ? s.with(s.own().enter(out)) : s;
    }

    private State pay(State s, int j, Effects<Message> out) {
        out.send(j, new Message.Yes(s.owed().of(j), s.own().fence()));
        return s.paid(j);
    }

    private State payAll(State s, Effects<Message> out) {
        for (int j : others) {
            if (s.owed().of(j) > 0) {
                s = pay(s, j, out);
            }
        }
        return s;
    }

    @Override
    public Contention contention(State s) {
        for (int j : others) {
            if (s.owed().of(j) > 0) {
                return Contention.YES;
            }
        }
        return Contention.NO;
    }
}
