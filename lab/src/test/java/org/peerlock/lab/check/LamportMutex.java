package org.peerlock.lab.check;

import java.util.Arrays;
import java.util.List;

/**
 * Lamport's mutual exclusion as the TLA+ Examples specify it in
 * {@code specifications/lamport_mutex/LamportMutex.tla} (Stephan Merz), action by action, so that a
 * search can be compared with the counts of TLC.
 *
 * <p>TLC generates a state that violates the constraint on the clocks, and drops it. A step to such
 * a state is therefore reported as a self-loop: it counts as generated, and leads to no new state.
 */
public final class LamportMutex implements Model<LamportMutex.State, LamportMutex.Action> {

    // A message is a nibble, 0 for none: one of these, or the clock of a request, which must be
    // less.
    private static final int ACK = 14;
    private static final int REL = 15;

    private static final int CHANNEL_BITS = 16;
    private static final long CHANNEL = (1L << CHANNEL_BITS) - 1;

    private final int processes;
    private final int maxClock;
    private final int everyone;

    public LamportMutex(int processes, int maxClock) {
        if (processes < 1 || processes > 4 || maxClock < 1 || maxClock >= ACK) {
            throw new IllegalArgumentException(
                    "a state has no room for " + processes + " processes up to clock " + maxClock);
        }
        this.processes = processes;
        this.maxClock = maxClock;
        this.everyone = (1 << processes) - 1;
    }

    /**
     * The variables of the specification, packed into nibbles; a set of processes is a nibble with
     * one bit for each.
     *
     * @param clock {@code clock[p]} in nibble p
     * @param req {@code req[p][q]} in nibble {@link #pair}
     * @param ack {@code ack[p]} in nibble p
     * @param crit a set
     * @param network {@code network[p]} in element p - 1: for each receiver four nibbles, the head
     *     of the queue lowest
     */
    @SuppressWarnings("ArrayRecordComponent") // equals compares the contents, and no method writes to it
    public record State(long clock, long req, long ack, int crit, long[] network) {

        @Override
        public boolean equals(Object other) {
            return other instanceof State that
                    && clock == that.clock
                    && req == that.req
                    && ack == that.ack
                    && crit == that.crit
                    && Arrays.equals(network, that.network);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(fingerprint());
        }

        private long fingerprint() {
            long hash = mix(req);
            hash = mix(hash ^ (clock | ack << 16 | (long) crit << 32));
            for (long channels : network) {
                hash = mix(hash ^ channels);
            }
            return hash;
        }
    }

    /**
     * An action of the specification with its parameters.
     *
     * @param q the same as p for an action of one process
     */
    public record Action(String name, int p, int q) {}

    @Override
    public List<State> initial() {
        long clock = 0;
        for (int p = 1; p <= processes; p++) {
            clock = with(clock, p, 1);
        }
        return List.of(new State(clock, 0, 0, 0, new long[processes]));
    }

    @Override
    public void expand(State state, SuccessorSink<State, Action> successorSink) {
        for (int p = 1; p <= processes; p++) {
            request(state, p, successorSink);
            enter(state, p, successorSink);
            exit(state, p, successorSink);
        }
        for (int p = 1; p <= processes; p++) {
            for (int q = 1; q <= processes; q++) {
                switch (head(state.network[q - 1], p)) {
                    case 0 -> {}
                    case ACK -> receiveAck(state, p, q, successorSink);
                    case REL -> receiveRelease(state, p, q, successorSink);
                    default -> receiveRequest(state, p, q, successorSink);
                }
            }
        }
    }

    @Override
    public long fingerprint(State state) {
        return state.fingerprint();
    }

    private void request(State s, int p, SuccessorSink<State, Action> successorSink) {
        if (at(s.req, pair(p, p)) == 0) {
            int clock = at(s.clock, p);
            long req = with(s.req, pair(p, p), clock);
            long ack = with(s.ack, p, bit(p));
            successorSink.successor(
                    new Action("Request", p, p), new State(s.clock, req, ack, s.crit, broadcast(s.network, p, clock)));
        }
    }

    private void receiveRequest(State s, int p, int q, SuccessorSink<State, Action> successorSink) {
        int c = head(s.network[q - 1], p);
        int clock = Math.max(c, at(s.clock, p)) + 1;
        Action action = new Action("ReceiveRequest", p, q);
        if (clock > maxClock) {
            successorSink.successor(action, s);
            return;
        }
        long[] network = withoutHead(s.network, q, p);
        network[p - 1] = append(network[p - 1], q, ACK);
        successorSink.successor(
                action, new State(with(s.clock, p, clock), with(s.req, pair(p, q), c), s.ack, s.crit, network));
    }

    private void receiveAck(State s, int p, int q, SuccessorSink<State, Action> successorSink) {
        long ack = with(s.ack, p, at(s.ack, p) | bit(q));
        successorSink.successor(
                new Action("ReceiveAck", p, q), new State(s.clock, s.req, ack, s.crit, withoutHead(s.network, q, p)));
    }

    private void enter(State s, int p, SuccessorSink<State, Action> successorSink) {
        if (at(s.ack, p) == everyone && beatsAll(s, p)) {
            successorSink.successor(
                    new Action("Enter", p, p), new State(s.clock, s.req, s.ack, s.crit | bit(p), s.network));
        }
    }

    private boolean beatsAll(State s, int p) {
        int own = at(s.req, pair(p, p));
        for (int q = 1; q <= processes; q++) {
            int other = at(s.req, pair(p, q));
            boolean beats = other == 0 || own < other || (own == other && p < q);
            if (q != p && !beats) {
                return false;
            }
        }
        return true;
    }

    private void exit(State s, int p, SuccessorSink<State, Action> successorSink) {
        if ((s.crit & bit(p)) != 0) {
            long req = with(s.req, pair(p, p), 0);
            long ack = with(s.ack, p, 0);
            successorSink.successor(
                    new Action("Exit", p, p),
                    new State(s.clock, req, ack, s.crit & ~bit(p), broadcast(s.network, p, REL)));
        }
    }

    private void receiveRelease(State s, int p, int q, SuccessorSink<State, Action> successorSink) {
        long req = with(s.req, pair(p, q), 0);
        successorSink.successor(
                new Action("ReceiveRelease", p, q),
                new State(s.clock, req, s.ack, s.crit, withoutHead(s.network, q, p)));
    }

    private long[] broadcast(long[] network, int sender, int message) {
        long[] next = network.clone();
        for (int receiver = 1; receiver <= processes; receiver++) {
            if (receiver != sender) {
                next[sender - 1] = append(next[sender - 1], receiver, message);
            }
        }
        return next;
    }

    private static long[] withoutHead(long[] network, int sender, int receiver) {
        long[] next = network.clone();
        long channel = CHANNEL << lowest(receiver);
        long rest = (next[sender - 1] & channel) >>> 4 & channel;
        next[sender - 1] = (next[sender - 1] & ~channel) | rest;
        return next;
    }

    private static long append(long channels, int receiver, int message) {
        int shift = lowest(receiver);
        while ((channels >>> shift & 15) != 0) {
            shift += 4;
        }
        if (shift >= lowest(receiver + 1)) {
            throw new IllegalStateException("a channel has no room for more than four messages");
        }
        return channels | (long) message << shift;
    }

    private static int head(long channels, int receiver) {
        return (int) (channels >>> lowest(receiver)) & 15;
    }

    private static int lowest(int receiver) {
        return CHANNEL_BITS * (receiver - 1);
    }

    private static int pair(int p, int q) {
        return 4 * (p - 1) + q;
    }

    private static int bit(int p) {
        return 1 << (p - 1);
    }

    /** The value of a nibble; the lowest is number 1. */
    private static int at(long nibbles, int number) {
        return (int) (nibbles >>> (4 * (number - 1))) & 15;
    }

    private static long with(long nibbles, int number, int value) {
        int shift = 4 * (number - 1);
        return (nibbles & ~(15L << shift)) | (long) value << shift;
    }

    /** Spreads a difference in any bit over all bits, one to one: David Stafford's mix 13. */
    private static long mix(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
