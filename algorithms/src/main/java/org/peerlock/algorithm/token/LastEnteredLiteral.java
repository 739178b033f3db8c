package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.WAITING;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.AlreadyThere;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.RegionTransfer;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.WishingToEnter;

/**
 * H. Rajan, "Last Entered Algorithm for Mutual Exclusion in a Distributed System", Lucent
 * Technologies; as printed. It has neither exclusion nor progress, and is here for study:
 * {@link LastEnteredCharitable} corrects two slips, {@link LastEntered} repairs it.
 *
 * <p>A process that does not know which process entered last asks all others, again after each
 * quantum of time, and enters if it has received nothing for some quanta. A process that knows it
 * asks there, and waits for the region. A process that leaves offers the region to those in its
 * queue, one after the other, until one of them says that it has entered; if none does, a daemon
 * waits for a process that asks.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>LAST_ENTERED</td><td>{@link State#lastEntered}, 0 for NULL</td></tr>
 * <tr><td>QUEUE, LENGTH_OF_QUEUE, COUNT</td><td>{@link State#queue} is QUEUE[COUNT..LENGTH_OF_QUEUE]</td></tr>
 * <tr><td>REPEAT, TIME_LIMIT, PID</td><td>{@link State#repeat}, {@code timeLimit}, {@code me}</td></tr>
 * <tr><td>Wait(1), Wait(INFINITY)</td><td>a {@link Place} or {@link Daemon} with and without a timer</td></tr>
 * <tr><td>Error()</td><td>{@link Place#FAILED}: the node takes no part any more; nothing is rolled back</td></tr>
 * <tr><td>SUCCESS, FAILURE of Send</td><td>always SUCCESS: no node fails</td></tr>
 * </table>
 *
 * <p>How this class reads the paper where it is ambiguous. A process has one mailbox; a message
 * that arrives while no Wait runs stays there, and the next Wait returns it at once. If ENTER and
 * DAEMON of one process wait at once, ENTER gets REGION_TRANSFER, and DAEMON all others. A process
 * sends to itself, too, if it entered last. ENTER is called only after LEAVE has returned, and a
 * daemon is started only if none runs. At entry QUEUE is the one that came with REGION_TRANSFER, or
 * else empty; LEAVE sends what is left of it along, as section 3.2 has it, although its line does
 * not. REPEAT is never reset.
 *
 * <p>Not in the paper: a fence in REGION_TRANSFER; withdrawal, for which a process just stops
 * waiting.
 */
public class LastEnteredLiteral implements Algorithm<LastEnteredLiteral.State, LastEnteredLiteral.Message> {

    public static final Profile PROFILE = new Profile(
            "last-entered-literal",
            Family.TOKEN,
            "Rajan, as printed",
            Assumptions.nothing(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            costs());

    private static final int NULL = 0;
    private static final TimerId QUANTUM = new TimerId("quantum");
    private static final TimerId DAEMON_QUANTUM = new TimerId("daemon-quantum");
    private static final Timeout ONE = new Timeout(1, 0);

    /** As published, with Q quanta before entering; but it breaks. */
    static Profile.Costs costs() {
        return new Profile.Costs("NQ+N-2, but breaks", "T or more", "none", "in REGION_TRANSFER");
    }

    /** The messages between processes. */
    public sealed interface Message {

        /** Used when a process wishes to enter a critical region. */
        record WishingToEnter() implements Message {}

        /**
         * Used when a process is in a critical region and it receives a WISHING_TO_ENTER message.
         */
        record AlreadyThere() implements Message {}

        /**
         * Used by a process done with the critical region to transfer the access token to the next
         * one in the queue.
         */
        record RegionTransfer(NodeQueue queue, long fence) implements Message {}
    }

    /** Where a process is in ENTER and LEAVE. */
    public enum Place {
        OUTSIDE,
        /** In ENTER's Wait(1): LAST_ENTERED is NULL. */
        POLLING,
        /** In ENTER's Wait(INFINITY): it has asked LAST_ENTERED. */
        ASKING,
        INSIDE,
        /** In LEAVE's Wait(1): it has sent REGION_TRANSFER. */
        LEAVING,
        /** Error() was called. */
        FAILED
    }

    /** Where the daemon of a process is. */
    public enum Daemon {
        NONE,
        /** In Wait(INFINITY). */
        LISTENING,
        /** In Wait(1, ALREADY_THERE): it has sent REGION_TRANSFER. */
        OFFERING
    }

    /**
     * A process.
     *
     * @param own the application's request
     * @param place where the process is in the paper's program
     * @param daemon where its daemon is
     * @param lastEntered the process which last entered the critical region
     * @param repeat the number of quanta the algorithm waited
     * @param queue the processes in the queue for the critical region that were not served yet
     * @param mailbox messages that have arrived, and that no Wait has returned yet
     */
    public record State(
            OwnRequest own,
            Place place,
            Daemon daemon,
            int lastEntered,
            int repeat,
            NodeQueue queue,
            List<ReceivedMessage<Message>> mailbox) {

        State with(OwnRequest next) {
            return new State(next, place, daemon, lastEntered, repeat, queue, mailbox);
        }

        State at(Place next) {
            return new State(own, next, daemon, lastEntered, repeat, queue, mailbox);
        }

        State daemon(Daemon next) {
            return new State(own, place, next, lastEntered, repeat, queue, mailbox);
        }

        State lastEntered(int process) {
            return new State(own, place, daemon, process, repeat, queue, mailbox);
        }

        State waitedOneMore() {
            return new State(own, place, daemon, lastEntered, repeat + 1, queue, mailbox);
        }

        State queue(NodeQueue changed) {
            return new State(own, place, daemon, lastEntered, repeat, changed, mailbox);
        }

        State mail(ReceivedMessage<Message> arrived) {
            List<ReceivedMessage<Message>> more = new ArrayList<>(mailbox);
            more.add(arrived);
            return mailbox(more);
        }

        State take(ReceivedMessage<Message> taken) {
            List<ReceivedMessage<Message>> fewer = new ArrayList<>(mailbox);
            fewer.remove(taken);
            return mailbox(fewer);
        }

        private State mailbox(List<ReceivedMessage<Message>> changed) {
            return new State(own, place, daemon, lastEntered, repeat, queue, List.copyOf(changed));
        }
    }

    private final int me;
    private final NodeSet others;
    private final int timeLimit;

    public LastEnteredLiteral(int me, int nodes, int timeLimit) {
        this.me = me;
        this.others = NodeSet.others(nodes, me);
        this.timeLimit = timeLimit;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    /**
     * When the process starts LAST_ENTERED is initialized to NULL; a process that is inside knows
     * that it is.
     */
    @Override
    public State initial(Start start, Effects<Message> out) {
        OwnRequest own = OwnRequest.at(start, me);
        State s = new State(own, Place.OUTSIDE, Daemon.NONE, NULL, 0, NodeQueue.empty(), List.of());
        return own.requesting() ? s.at(Place.INSIDE).lastEntered(me) : s;
    }

    // 3.5. Function ENTER

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.with(s.own().ask(request));
        return s.place() == Place.OUTSIDE ? read(enter(s, out), out) : s;
    }

    private State enter(State s, Effects<Message> out) { // while (1)
        if (s.lastEntered() == NULL) { // if( LAST_ENTERED == NULL )
            for (int j : others) {
                out.send(j, new WishingToEnter()); // Broadcast (WISHING_TO_ENTER, PID);
            }
            out.setTimer(QUANTUM, ONE); // Mesg = Wait(1);
            return s.at(Place.POLLING);
        }
        if (s.place() == Place.POLLING) {
            out.cancelTimer(QUANTUM);
        }
        s = send(s, s.lastEntered(), new WishingToEnter(), out); // send(LAST_ENTERED, WISHING_TO_ENTER,PID)
        return s.at(Place.ASKING); // Mesg = Wait(INFINITY);
    }

    private State polled(State s, int sender, Message message, Effects<Message> out) { // switch (Mesg. TYPE)
        if (message instanceof AlreadyThere) { // case ALREADY_THERE:
            s = s.lastEntered(sender); // LAST_ENTERED= Mesg.SENDER;
        } else if (message instanceof WishingToEnter && sender > me) { // case WISHING TO ENTER: if( Mesg.SENDER > PID )
            s = s.lastEntered(sender); // LAST_ENTERED= Mesg.SENDER;
        }
        return enter(s, out); // case REGION_TRANSFER: discard the message
    }

    private State pollTimedOut(State s, Effects<Message> out) { // case TIME_OUT:
        if (s.repeat() >= timeLimit) { // if(REPEAT >= TIME_LIMIT) return:
            return inside(s.queue(NodeQueue.empty()), out); // Waited sufficiently long so let us enter
        }
        return enter(s.waitedOneMore(), out); // REPEAT=REPEAT+1;
    }

    private State asked(State s, int sender, Message message, Effects<Message> out) { // switch (Mesg. TYPE)
        if (message instanceof RegionTransfer transfer) { // case REGION_TRANSFER:
            s = send(s, sender, new AlreadyThere(), out); // First acknowledge the receipt of the message
            for (NodeQueue rest = transfer.queue(); more(rest); rest = rest.tail()) { // for(COUNT=1; … COUNT++)
                s = send(s, rest.head(), new AlreadyThere(), out); // send(Mesg.Queue[COUNT], ALREADY_THERE,PID));
            }
            s = s.lastEntered(me); // LAST_ENTERED = PID;
            s = s.with(s.own().knowing(transfer.fence()));
            return inside(s.queue(transfer.queue()), out); // return;
        }
        if (message instanceof AlreadyThere) { // case ALREADY_THERE:
            s = s.lastEntered(sender); // LAST_ENTERED= Mesg.SENDER;
        }
        return enter(s, out); // case WISHING_TO_ENTER: We are already in the queue so discard the message
    }

    /** COUNT &lt; LENGTH_OF_QUEUE. As the queue begins at 1, its last member is never served. */
    protected boolean more(NodeQueue queue) {
        return queue.size() > 1;
    }

    private static State inside(State s, Effects<Message> out) {
        return s.with(s.own().enter(out)).at(Place.INSIDE); // NOW IN CRITICAL REGION
    }

    /**
     * Whether a process in the critical region reads its mailbox. Section 3.2 implies it, but no
     * function runs there.
     */
    protected boolean answersInside() {
        return false;
    }

    /** Unless it is in the queue already: a process that got an answer asks again. */
    private State answer(State s, int sender, Effects<Message> out) {
        if (s.queue().contains(sender)) {
            return s;
        }
        return send(s.queue(s.queue().append(sender)), sender, new AlreadyThere(), out);
    }

    // 3.6. Function LEAVE

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        s = s.with(s.own().leave(requestId, lastFence));
        return s.place() == Place.INSIDE ? read(leave(s, out), out) : s;
    }

    private State leave(State s, Effects<Message> out) { // while(1)
        if (more(s.queue())) { // If(COUNT < LENGTH_OF_QUEUE)
            int next = s.queue().head();
            s = s.queue(s.queue().tail()); // COUNT = COUNT + 1;
            RegionTransfer transfer = new RegionTransfer(s.queue(), s.own().fence());
            s = send(s, next, transfer, out); // send(QUEUE[COUNT], REGION_TRANSFER,PID);
            out.setTimer(QUANTUM, ONE); // Mesg = Wait(1);
            return s.at(Place.LEAVING);
        }
        s = s.lastEntered(me); // LAST_ENTERED=PID;
        if (s.daemon() == Daemon.NONE) {
            s = s.daemon(Daemon.LISTENING); // Start Daemon ();
        }
        return left(s, out); // return:
    }

    private State offered(State s, int sender, Message message, Effects<Message> out) { // switch (Mesg . TYPE)
        if (message instanceof WishingToEnter) { // case WISHING_TO_ENTER: LENGTH_OF_QUEUE= LENGTH_OF_QUEUE + 1;
            return leave(s.queue(s.queue().append(sender)), out); // QUEUE [LENGTH_OF_QUEUE] = Mesg.SENDER;
        }
        if (message instanceof RegionTransfer) { // case REGION TRANSFER:
            return error(s, out); // Error():
        }
        out.cancelTimer(QUANTUM);
        return left(s.lastEntered(sender), out); // case ALREADY_THERE: LAST ENTERED= Mesg.SENDER; return:
    }

    /** LEAVE returns; the application may already have made its next request. */
    private State left(State s, Effects<Message> out) {
        s = s.at(Place.OUTSIDE);
        return s.own().phase() == WAITING ? enter(s, out) : s;
    }

    // 3.7. Function Daemon

    private State daemonHeard(State s, int sender, Message message, Effects<Message> out) { // switch ( Mesg . TYPE)
        if (!(message instanceof WishingToEnter)) { // case ALREADY THERE: case REGION TRANSFER:
            return error(s, out); // Error();
        }
        RegionTransfer transfer = new RegionTransfer(NodeQueue.empty(), s.own().fence());
        s = send(s, sender, transfer, out); // REGION_TRANSFER,PID, NULL
        out.setTimer(DAEMON_QUANTUM, ONE); // Mesg = Wait(1, ALREADY_THERE);
        return s.daemon(Daemon.OFFERING);
    }

    private static State daemonDone(State s, int sender, Effects<Message> out) { // if(Mesg.TYPE!= TIME_OUT)
        out.cancelTimer(DAEMON_QUANTUM);
        return s.lastEntered(sender).daemon(Daemon.NONE); // LAST_ENTERED= Mesg.SENDER; Return;
    }

    private static State error(State s, Effects<Message> out) {
        if (s.place() == Place.POLLING || s.place() == Place.LEAVING) {
            out.cancelTimer(QUANTUM);
        }
        if (s.daemon() == Daemon.OFFERING) {
            out.cancelTimer(DAEMON_QUANTUM);
        }
        return s.daemon(Daemon.NONE).mailbox(List.of()).at(Place.FAILED);
    }

    // 3.3. Send and Wait

    private State send(State s, int to, Message message, Effects<Message> out) {
        if (to == me) {
            return s.mail(new ReceivedMessage<>(me, message));
        }
        out.send(to, message);
        return s;
    }

    /** Delivers messages from the mailbox to the Waits that accept them, the oldest first. */
    private State read(State s, Effects<Message> out) {
        for (int i = 0; i < s.mailbox().size(); ) {
            ReceivedMessage<Message> receivedMessage = s.mailbox().get(i);
            if (daemonWaitsFor(s, receivedMessage.message())) {
                s = daemonReceives(s.take(receivedMessage), receivedMessage, out);
                i = 0;
            } else if (waitsFor(s, receivedMessage.message())) {
                s = receive(s.take(receivedMessage), receivedMessage, out);
                i = 0;
            } else {
                i++;
            }
        }
        return s;
    }

    private static boolean daemonWaitsFor(State s, Message message) {
        return switch (s.daemon()) {
            case NONE -> false;
            case LISTENING -> !(message instanceof RegionTransfer && s.place() == Place.ASKING);
            case OFFERING -> message instanceof AlreadyThere;
        };
    }

    private State daemonReceives(State s, ReceivedMessage<Message> receivedMessage, Effects<Message> out) {
        return s.daemon() == Daemon.LISTENING
                ? daemonHeard(s, receivedMessage.sender(), receivedMessage.message(), out)
                : daemonDone(s, receivedMessage.sender(), out);
    }

    private boolean waitsFor(State s, Message message) {
        return switch (s.place()) {
            case OUTSIDE, FAILED -> false;
            case POLLING, LEAVING -> true;
            case ASKING -> s.daemon() == Daemon.NONE || message instanceof RegionTransfer;
            case INSIDE -> answersInside() && message instanceof WishingToEnter;
        };
    }

    private State receive(State s, ReceivedMessage<Message> receivedMessage, Effects<Message> out) {
        return switch (s.place()) {
            case POLLING -> polled(s, receivedMessage.sender(), receivedMessage.message(), out);
            case ASKING -> asked(s, receivedMessage.sender(), receivedMessage.message(), out);
            case INSIDE -> answer(s, receivedMessage.sender(), out);
            case LEAVING -> offered(s, receivedMessage.sender(), receivedMessage.message(), out);
            case OUTSIDE, FAILED -> throw new AssertionError("no Wait is running");
        };
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        return s.place() == Place.FAILED ? s : read(s.mail(new ReceivedMessage<>(from, message)), out);
    }

    @Override
    public State onTimer(State s, TimerId timer, Effects<Message> out) {
        if (timer.equals(DAEMON_QUANTUM)) {
            return read(s.daemon(Daemon.LISTENING), out);
        }
        return read(s.place() == Place.POLLING ? pollTimedOut(s, out) : leave(s, out), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        s = s.with(s.own().cancel(requestId));
        if (s.place() == Place.POLLING) {
            out.cancelTimer(QUANTUM);
        }
        s = s.with(s.own().end(out));
        return s.place() == Place.POLLING || s.place() == Place.ASKING ? s.at(Place.OUTSIDE) : s;
    }

    @Override
    public Contention contention(State s) {
        return Contention.UNKNOWN;
    }
}
