package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.TimerId;
import org.peerlock.lab.simulate.EventQueue.Event;

/**
 * Discrete-event simulator: delivers messages and timers to processes in virtual time.
 *
 * <p>Events of the same time happen in the order in which they were scheduled, so a run is
 * determined by its processes and its random numbers alone.
 *
 * @param <M> the messages
 */
public final class Simulator<M> {

    /** The process of a node. */
    public interface SimulatedProcess<M> {

        void onMessage(int from, M message);

        void onTimer(TimerId timer);
    }

    /** Observes deliveries. */
    public interface Observer<M> {

        /** A message arrives; called before the process sees it. */
        void delivered(long time, int from, int to, M message);
    }

    /** Marks an event that is not a message. */
    private static final int ACTION = 0;

    private static final int TIMER = -1;

    private final EventQueue queue = new EventQueue();
    private final List<SimulatedProcess<M>> processes = new ArrayList<>();
    private final Network network;
    private final Delays delays;
    private final ActiveFaults activeFaults;
    private final SplitMix64 random;
    private final Observer<M> observer;
    /**
     * When the last message of a link arrives; kept only if delays vary and links keep the order.
     */
    private final Map<Long, Long> lastArrival = new HashMap<>();

    private final Map<Integer, Map<TimerId, Event>> timers = new HashMap<>();
    private final RoundCounter roundCounter = new RoundCounter();
    private long mediumFree;
    private long now;
    private long events;
    private int underway;

    public Simulator(
            Network network, Delays delays, ActiveFaults activeFaults, SplitMix64 random, Observer<M> observer) {
        this.network = network;
        this.delays = delays;
        this.activeFaults = activeFaults;
        this.random = random;
        this.observer = observer;
    }

    /** Adds the process of the next node; the first is that of node 1. */
    public void add(SimulatedProcess<M> simulatedProcess) {
        processes.add(simulatedProcess);
    }

    /** The virtual time in ticks; {@link Distribution#UNIT} ticks are one unit. */
    public long now() {
        return now;
    }

    /** The number of events so far. */
    public long events() {
        return events;
    }

    /**
     * The number of completed rounds; a round ends when all messages that were under way at its
     * start have arrived.
     */
    public long rounds() {
        return roundCounter.count();
    }

    /** The number of messages under way. */
    public int underway() {
        return underway;
    }

    /** Sends a message to one node. */
    public void send(int from, int to, M message) {
        long delay = delays.draw(from, to, random);
        if (activeFaults.loses()) {
            return;
        }
        post(from, to, message, arrival(from, to, delay));
        if (activeFaults.duplicates()) {
            post(from, to, message, arrival(from, to, delays.draw(from, to, activeFaults.random())));
        }
    }

    /** Sends a message to all other nodes. */
    public void broadcast(int from, M message) {
        for (int to = 1; to <= processes.size(); to++) {
            if (to != from) {
                send(from, to, message);
            }
        }
    }

    /**
     * Transmits a message on a medium that all nodes, including the sender, observe in the same
     * order. It is neither lost nor duplicated; and a medium has no links that could be cut.
     */
    public void transmit(int from, M message) {
        mediumFree = Math.max(mediumFree, later(delays.draw(from, from, random)));
        for (int to = 1; to <= processes.size(); to++) {
            post(from, to, message, mediumFree);
        }
    }

    private long arrival(int from, int to, long delay) {
        long arrival = later(delay);
        if (network == Network.FIFO && !delays.constant()) {
            long link = ((long) from << 32) | to;
            arrival = Math.max(arrival, lastArrival.getOrDefault(link, 0L));
            lastArrival.put(link, arrival);
        }
        return arrival;
    }

    private long later(long ticks) {
        long time = now + ticks;
        if (time < now) {
            throw new VirtualTimeOverflowException();
        }
        return time;
    }

    private void post(int from, int to, M message, long arrival) {
        underway++;
        roundCounter.sent(arrival);
        queue.add(arrival, to, from, message);
    }

    /** Starts or restarts a timer of a node. */
    public void setTimer(int node, TimerId timer, long ticks) {
        Event set = queue.add(later(ticks), node, TIMER, timer);
        Event before = timers.computeIfAbsent(node, any -> new HashMap<>()).put(timer, set);
        if (before != null) {
            before.cancelled = true;
        }
    }

    public void cancelTimer(int node, TimerId timer) {
        Map<TimerId, Event> running = timers.get(node);
        Event event = running == null ? null : running.remove(timer);
        if (event != null) {
            event.cancelled = true;
        }
    }

    /** Stops all timers of a node that has crashed. */
    public void cancelTimers(int node) {
        for (Event event : timers.getOrDefault(node, Map.of()).values()) {
            event.cancelled = true;
        }
        timers.remove(node);
    }

    /**
     * Schedules an action; {@code node} is the node that executes it, or 0 for the environment.
     */
    public void after(long ticks, int node, Runnable action) {
        queue.add(later(ticks), node, ACTION, action);
    }

    /** Processes the next event; false if there is none. */
    public boolean step() {
        Event event = queue.poll();
        if (event == null) {
            return false;
        }
        if (event.cancelled) {
            return true;
        }
        if (event.node != 0 && !activeFaults.none() && heldUp(event)) {
            return true;
        }
        now = event.time;
        events++;
        roundCounter.passed(now);
        happen(event);
        return true;
    }

    /**
     * A paused node gets the event later, as behind a cut link; a crashed node never gets it.
     */
    private boolean heldUp(Event event) {
        if (activeFaults.crashed(event.node)) {
            underway -= event.from > 0 ? 1 : 0;
            return true;
        }
        long until = activeFaults.passes(event.from, event.node);
        if (until <= event.time) {
            return false;
        }
        roundCounter.heldUp(until);
        Event later = queue.putOff(event, until);
        if (event.from == TIMER) {
            @Nullable Map<TimerId, Event> running = timers.get(event.node);
            if (running != null) {
                running.put((TimerId) event.what, later);
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // an event of a node carries a message
    private void happen(Event event) {
        if (event.from > 0) {
            underway--;
            M message = (M) event.what;
            observer.delivered(now, event.from, event.node, message);
            processes.get(event.node - 1).onMessage(event.from, message);
        } else if (event.from == TIMER) {
            TimerId timer = (TimerId) event.what;
            cancelTimer(event.node, timer);
            processes.get(event.node - 1).onTimer(timer);
        } else {
            ((Runnable) event.what).run();
        }
    }
}
