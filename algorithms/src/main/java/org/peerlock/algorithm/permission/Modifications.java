package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import java.util.Set;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;

/**
 * The modifications of Ricart and Agrawala 1981, section 6, that change one rule each and so can be
 * combined: with each other in {@link RicartAgrawala}, and with section 6.1 in
 * {@link ImplicitReply}.
 *
 * <p>Which combinations there are:
 *
 * <table>
 * <caption>Those that are refused, and why</caption>
 * <tr><td>6.4 and 6.5</td><td>a number modulo M may be at most N - 1 ahead of another</td></tr>
 * <tr><td>6.4 and 6.6</td><td>readers do not wait for each other, so one may get any number of numbers ahead</td></tr>
 * <tr><td>6.4 and 6.1</td><td>a missing answer carries no fence, and numbers that recur give none</td></tr>
 * </table>
 *
 * @param broadcastRequest 6.2: a REQUEST is one transmission
 * @param broadcastReply 6.2.2: so are all REPLYs of a node that leaves
 * @param modulus 6.4: how many numbers there are; 0 if they are not bounded
 * @param window 6.4: two numbers that differ by as much have wrapped around
 * @param increments 6.5 (1): whether a number exceeds the highest by an integer that the driver draws
 * @param readers 6.6: whether there are readers and writers
 */
public record Modifications(
        boolean broadcastRequest,
        boolean broadcastReply,
        int modulus,
        int window,
        boolean increments,
        boolean readers) {

    /** The original algorithm. */
    public static Modifications none() {
        return new Modifications(false, false, 0, 0, false, false);
    }

    // 6.2 Broadcast Messages

    public Modifications withBroadcastRequest() {
        return new Modifications(true, broadcastReply, modulus, window, increments, readers);
    }

    /** "The initial REQUEST message can be sent using that mechanism." */
    <M> void ask(NodeSet others, M request, Effects<M> out) {
        if (!broadcastRequest) {
            for (int j : others) { // FOR j := 1 STEP 1 UNTIL N DO IF j ≠ me THEN
                out.send(j, request); // Send_Message(REQUEST(Our, me), j)
            }
        } else if (!others.isEmpty()) {
            out.broadcast(request);
        }
    }

    // 6.2.2 No communications medium sequencing

    public Modifications withBroadcastReply() {
        return new Modifications(broadcastRequest, true, modulus, window, increments, readers);
    }

    /**
     * "It is useful to broadcast the REPLY messages following critical section processing": with a
     * list of intended recipients.
     */
    <M> void answer(NodeSet deferred, M reply, M replyToAll, Effects<M> out) {
        if (!broadcastReply) {
            for (int j : deferred) { // IF Reply_Deferred[j] THEN
                out.send(j, reply); // Send_Message(REPLY, j)
            }
        } else if (!deferred.isEmpty()) {
            out.broadcast(replyToAll);
        }
    }

    // 6.4 Bounding Sequence Numbers

    /** Numbers modulo {@code modulus}, at least 2N - 1, among {@code nodes} nodes. */
    public Modifications modulo(int modulus, int nodes) {
        return new Modifications(broadcastRequest, broadcastReply, modulus, nodes, increments, readers);
    }

    boolean bounded() {
        return modulus > 0;
    }

    /**
     * "When making a comparison, the smaller number should be increased by M if the difference is N
     * or more."
     */
    private int compare(long a, long b) {
        boolean wrapped = bounded() && Math.abs(a - b) >= window;
        return wrapped ? Long.compare(b, a) : Long.compare(a, b);
    }

    /** Highest := Maximum(Highest, k). */
    long maximum(long highest, long k) {
        return compare(highest, k) < 0 ? k : highest;
    }

    /** (our number, me) < (k, j). */
    boolean precedes(Ticket ours, Ticket theirs) {
        int order = compare(ours.number(), theirs.number());
        return order == 0 ? ours.node() < theirs.node() : order < 0;
    }

    // 6.5 Sequence Number Incrementation

    public Modifications withIncrements() {
        return new Modifications(broadcastRequest, broadcastReply, modulus, window, true, readers);
    }

    /**
     * Our_Sequence_Number := Highest_Sequence_Number + 1. "There is no reason for incrementing
     * sequence numbers in unit steps."
     */
    long next(long highest, Request request) {
        if (bounded()) {
            Expect.that(
                    request.increment() == 1, "numbers modulo M stay within reach of each other only in steps of 1");
            return (highest + 1) % modulus;
        }
        return highest + (increments ? request.increment() : 1);
    }

    // 6.6 Readers and Writers

    public Modifications withReaders() {
        return new Modifications(broadcastRequest, broadcastReply, modulus, window, increments, true);
    }

    /** "Readers" never defer a REQUEST for another "reader". */
    boolean conflict(Mode ours, Mode theirs) {
        return !(readers && ours == Mode.SHARED && theirs == Mode.SHARED);
    }

    /** What the modified algorithm assumes, serves and costs. */
    Profile of(Profile original) {
        Assumptions assumptions = original.assumptions();
        Set<Capacity.Kind> serves = EnumSet.copyOf(original.serves());
        if (readers) {
            serves.add(Capacity.Kind.READ_WRITE);
        }
        return new Profile(
                original.id(),
                original.family(),
                original.source(),
                broadcastRequest || broadcastReply ? assumptions.with(Medium.BROADCAST) : assumptions,
                serves,
                original.concurrentRequests(),
                increments,
                original.costs());
    }
}
