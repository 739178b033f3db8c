package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The state of a whole system: the local states of the nodes; the messages under way, in the order
 * in which they were sent; the crashed nodes; and the greatest fence given to an exclusive request.
 */
public final class World<S extends Record, M> {

    /**
     * A running timer of a node.
     *
     * @param before how many requests each node had made when it was set, if it waits until those
     *     are served
     */
    public record Timer(int node, TimerId id, Timeout length, Optional<NodeCounters> before) {

        static Timer set(int node, TimerId id, Timeout length) {
            return new Timer(node, id, length, Optional.empty());
        }

        /** Whether it waits for requests, and was set just now. */
        boolean needsStamp() {
            return length.sections() > 0 && !length.estimated() && before.isEmpty();
        }

        Timer stamped(NodeCounters made) {
            return new Timer(node, id, length, Optional.of(made));
        }
    }

    private final SystemConfig<S, M> systemConfig;
    private final InternedState<S, M>[] localStates;
    private final InFlightMessages<M> inFlightMessages;
    private final NodeSet crashed;
    private final long lastFence;
    /** How many permits all requests inside take. */
    private final long weight;

    /** The sum of the fingerprints of the local states. */
    private final long statesPrint;

    private World(
            SystemConfig<S, M> systemConfig,
            InternedState<S, M>[] localStates,
            InFlightMessages<M> inFlightMessages,
            NodeSet crashed,
            long lastFence,
            long weight,
            long statesPrint) {
        this.systemConfig = systemConfig;
        this.localStates = localStates;
        this.inFlightMessages = inFlightMessages;
        this.crashed = crashed;
        this.lastFence = lastFence;
        this.weight = weight;
        this.statesPrint = statesPrint;
    }

    private World(
            SystemConfig<S, M> systemConfig,
            InternedState<S, M>[] localStates,
            InFlightMessages<M> inFlightMessages,
            NodeSet crashed,
            long lastFence) {
        this(
                systemConfig,
                localStates,
                inFlightMessages,
                crashed,
                lastFence,
                weight(localStates, crashed),
                print(localStates));
    }

    private static long weight(InternedState<?, ?>[] localStates, NodeSet crashed) {
        long weight = 0;
        for (int node = 1; node <= localStates.length; node++) {
            weight += crashed.contains(node) ? 0 : localStates[node - 1].weight();
        }
        return weight;
    }

    private static long print(InternedState<?, ?>[] localStates) {
        long print = 0;
        for (InternedState<?, ?> internedState : localStates) {
            print += internedState.fingerprint();
        }
        return print;
    }

    /** The system at its start, with the effects of the nodes' start. */
    public static <S extends Record, M> StepOutcome<S, M> start(SystemConfig<S, M> systemConfig) {
        return start(systemConfig, StateEquivalence.equality());
    }

    /** The same, with representatives of equivalent states in all worlds that follow. */
    @SuppressWarnings("unchecked") // Java has no other way to create a generic array
    public static <S extends Record, M> StepOutcome<S, M> start(
            SystemConfig<S, M> systemConfig, StateEquivalence<S, M> stateEquivalence) {
        StateInterner<S, M> interner = new StateInterner<>(systemConfig, stateEquivalence);
        InternedState<S, M>[] localStates = (InternedState<S, M>[]) new InternedState<?, ?>[systemConfig.size()];
        List<Event<M>> events = new ArrayList<>();
        List<Violation> violations = new ArrayList<>();
        List<Envelope<M>> sent = new ArrayList<>();
        for (int node = 1; node <= systemConfig.size(); node++) {
            LocalOutcome<S, M> localOutcome = InternedState.first(interner, node);
            localStates[node - 1] = localOutcome.state();
            sent.addAll(localOutcome.sent());
            events.addAll(localOutcome.events());
            violations.addAll(localOutcome.violations());
        }
        InFlightMessages<M> inFlightMessages =
                InFlightMessages.<M>none(systemConfig.order()).plus(sent, NodeSet.empty());
        World<S, M> world = new World<>(
                systemConfig,
                localStates,
                inFlightMessages,
                NodeSet.empty(),
                systemConfig.start().fence());
        world = world.hasMembership() ? world.stamped() : world;
        world.checkExclusion(violations);
        return new StepOutcome<>(world, List.copyOf(events), List.copyOf(violations));
    }

    public SystemConfig<S, M> systemConfig() {
        return systemConfig;
    }

    /** What has happened in this world, or in any other that was reached from the same start. */
    public Coverage coverage() {
        return interner().coverage();
    }

    private StateInterner<S, M> interner() {
        return localStates[0].interner();
    }

    /** The number of nodes. */
    public int size() {
        return localStates.length;
    }

    /** Whether several nodes have requests under way. */
    public boolean contended() {
        int claiming = 0;
        for (InternedState<S, M> internedState : localStates) {
            claiming += internedState.local().activeRequests().isEmpty() ? 0 : 1;
        }
        return claiming > 1;
    }

    /** The messages under way, in the order in which they were sent. */
    public List<Envelope<M>> underway() {
        return inFlightMessages.all();
    }

    /** Whether no message is under way. */
    public boolean isQuiet() {
        return inFlightMessages.isEmpty();
    }

    /** Whether a request of a node that has not crashed is inside. */
    public boolean isOccupied() {
        return weight > 0;
    }

    /** The crashed nodes. */
    public NodeSet crashed() {
        return crashed;
    }

    public S state(int node) {
        return localStates[node - 1].local().state();
    }

    /** The requests under way, in order of their nodes. */
    public List<ActiveRequest> activeRequests() {
        List<ActiveRequest> all = new ArrayList<>();
        for (InternedState<S, M> internedState : localStates) {
            all.addAll(internedState.local().activeRequests());
        }
        return all;
    }

    /** The requests of a node under way, in the order in which they were made. */
    public List<ActiveRequest> activeRequests(int node) {
        return localStates[node - 1].local().activeRequests();
    }

    /** The requests of a node that are at a stage. */
    public List<ActiveRequest> activeRequests(int node, ActiveRequest.Stage stage) {
        return activeRequests(node).stream()
                .filter(activeRequest -> activeRequest.stage() == stage)
                .toList();
    }

    /** The requests that are at a stage. */
    public List<ActiveRequest> activeRequests(ActiveRequest.Stage stage) {
        return activeRequests().stream()
                .filter(activeRequest -> activeRequest.stage() == stage)
                .toList();
    }

    /** How many requests a node has made, which is also the id of the last one. */
    public long requests(int node) {
        return localStates[node - 1].local().requests();
    }

    /** The running timers, in order of their nodes. */
    public List<Timer> timers() {
        List<Timer> all = new ArrayList<>();
        for (InternedState<S, M> internedState : localStates) {
            if (!internedState.local().timers().isEmpty()) {
                all.addAll(internedState.local().timers());
            }
        }
        return all;
    }

    /**
     * A fingerprint of the world, without what cannot influence later steps: the order of messages
     * between links; on an unordered network, the order of all messages; on a sequenced medium, the
     * order between messages to different nodes.
     */
    public long fingerprint() {
        return fingerprint(statesPrint + inFlightMessages.fingerprint());
    }

    /**
     * A fingerprint that is the same for all symmetric worlds. No node may have crashed.
     */
    public long fingerprint(Symmetry<S, M> symmetry) {
        return fingerprint(symmetry.fingerprint(localStates, inFlightMessages));
    }

    private long fingerprint(long parts) {
        long print = parts + Fingerprint.of(lastFence);
        return crashed.isEmpty() ? print : print + Fingerprint.of(crashed.toString());
    }

    /** Reports each message under way, and how many must arrive before it; -1 if that does not matter. */
    void places(ObjIntConsumer<Envelope<M>> place) {
        inFlightMessages.places(place);
    }

    /**
     * Whether the network may deliver this message next: on FIFO links, only the oldest one of its
     * link; on a sequenced medium, only the oldest one to its node.
     */
    public boolean deliverable(Envelope<M> envelope) {
        return deliverable().contains(envelope);
    }

    /**
     * The messages that the network may deliver next, in the order in which they were sent; equal
     * messages only once.
     */
    public List<Envelope<M>> deliverable() {
        return inFlightMessages.deliverable();
    }

    /**
     * The oldest message that must arrive before a timer expires: one of its round, if time is
     * bounded.
     */
    public Optional<Envelope<M>> dueBefore(Timer timer) {
        return underway().stream().filter(envelope -> envelope.belongsTo(timer)).findFirst();
    }

    /** Whether a node may make a request now. */
    public boolean mayAsk(int node) {
        return memberStatus(node) == MemberStatus.MEMBER
                && !crashed.contains(node)
                && (systemConfig.node(node).profile().concurrentRequests()
                        || activeRequests(node).isEmpty());
    }

    /** Whether the algorithm accepts such a request. */
    public boolean serves(int node, Request request) {
        return systemConfig.node(node).serves(request);
    }

    /** A node's relation to the group; without membership changes all nodes are members. */
    public MemberStatus memberStatus(int node) {
        return localStates[node - 1].memberStatus();
    }

    /** Whether nodes join and leave. */
    public boolean hasMembership() {
        return interner().hasMembership();
    }

    /**
     * Whether a node may ask another to make it a member. It may do so again after a crash, because
     * its sponsor may have crashed.
     */
    public boolean mayJoin(int node, int sponsor) {
        MemberStatus memberStatus = memberStatus(node);
        boolean alone =
                memberStatus == MemberStatus.OUTSIDE || (memberStatus == MemberStatus.JOINING && !crashed.isEmpty());
        return alone && node != sponsor && !crashed.contains(node);
    }

    /** Whether a node may leave the group now. */
    public boolean mayLeave(int node) {
        return hasMembership()
                && memberStatus(node) == MemberStatus.MEMBER
                && !crashed.contains(node)
                && activeRequests(node).isEmpty();
    }

    /**
     * Whether a timer may expire now. If timers are timely, no message may be under way. Otherwise
     * it may expire at any time, unless the algorithm assumes bounded delays and the timer's length is not an estimate: then it must wait for the messages
     * of its round. In a membership algorithm a timer may also wait for older messages, and for
     * requests that enter and leave meanwhile.
     */
    public boolean mayExpire(Timer timer) {
        if (systemConfig.timely() && !isQuiet()) {
            return false;
        }
        if (!systemConfig.assumptions().timeBound() || timer.length().estimated()) {
            return true;
        }
        return dueBefore(timer).isEmpty() && (!hasMembership() || (!isBusy(timer.node()) && allServed(timer)));
    }

    private boolean isBusy(int node) {
        return inFlightMessages.contains(envelope -> envelope.from() == node || envelope.to() == node);
    }

    private boolean allServed(Timer timer) {
        return timer.before().isEmpty()
                || activeRequests().stream()
                        .noneMatch(activeRequest ->
                                activeRequest.id() <= timer.before().get().of(activeRequest.node())
                                        && !crashed.contains(activeRequest.node()));
    }

    /**
     * The system after a step. The step must be possible; otherwise an exception says why it is
     * not.
     */
    public StepOutcome<S, M> apply(Step<M> step) {
        if (step instanceof Step.Deliver<M> deliver) {
            Envelope<M> envelope = deliver.envelope();
            return after(
                    envelope.to(), localStates[envelope.to() - 1].arrival(deliver), inFlightMessages.minus(envelope));
        } else if (step instanceof Step.Drop<M> drop) {
            return unchanged(localStates, inFlightMessages.minus(drop.envelope()), crashed);
        } else if (step instanceof Step.Duplicate<M> duplicate) {
            return unchanged(localStates, inFlightMessages.twice(duplicate.envelope()), crashed);
        } else if (step instanceof Step.Crash<M> crash) {
            return crash(crash.node());
        }
        return after(step.node(), localStates[step.node() - 1].after(step), inFlightMessages);
    }

    private StepOutcome<S, M> after(int node, LocalOutcome<S, M> localOutcome, InFlightMessages<M> rest) {
        InternedState<S, M>[] nextStates = localStates.clone();
        nextStates[node - 1] = localOutcome.state();
        long fence = Math.max(lastFence, localOutcome.used());
        List<Violation> violations = localOutcome.violations();
        StateEquivalence<S, M> stateEquivalence = interner().equivalence();
        for (LocalOutcome.EnteredRequest enteredRequest :
                stateEquivalence.hasFences() ? localOutcome.entered() : List.<LocalOutcome.EnteredRequest>of()) {
            if (!systemConfig.capacity().mayFollow(enteredRequest.request(), enteredRequest.fence(), fence)) {
                violations = new ArrayList<>(violations);
                violations.add(new Violation(
                        Property.FENCE,
                        "node " + node + " enters with fence " + enteredRequest.fence() + " after " + fence));
            }
            fence = enteredRequest.request().mode() == Mode.EXCLUSIVE ? Math.max(fence, enteredRequest.fence()) : fence;
        }
        InternedState<S, M> before = localStates[node - 1];
        World<S, M> world = new World<>(
                systemConfig,
                nextStates,
                rest.plus(localOutcome.sent(), crashed),
                crashed,
                fence,
                weight - before.weight() + localOutcome.state().weight(),
                statesPrint - before.fingerprint() + localOutcome.state().fingerprint());
        if (world.weight > systemConfig.capacity().permits()) {
            violations = new ArrayList<>(violations);
            world.checkExclusion(violations);
        }
        World<S, M> settled = hasMembership() ? world.stamped() : stateEquivalence.shifts() ? world.shifted() : world;
        return new StepOutcome<>(settled, localOutcome.events(), violations);
    }

    private StepOutcome<S, M> unchanged(
            InternedState<S, M>[] nextStates, InFlightMessages<M> rest, NodeSet nextCrashed) {
        World<S, M> world = new World<>(systemConfig, nextStates, rest, nextCrashed, lastFence);
        List<Violation> violations = new ArrayList<>();
        world.checkExclusion(violations);
        return new StepOutcome<>(world, List.of(), violations);
    }

    private StepOutcome<S, M> crash(int node) {
        InternedState<S, M>[] nextStates = localStates.clone();
        nextStates[node - 1] = localStates[node - 1].withoutTimers();
        return unchanged(nextStates, inFlightMessages.withoutThoseTo(node), crashed.plus(node));
    }

    /** Stores in the timers that were just set which requests they wait for. */
    private World<S, M> stamped() {
        NodeCounters made = NodeCounters.zero(localStates.length);
        for (int node = 1; node <= localStates.length; node++) {
            made = made.with(node, requests(node));
        }
        InternedState<S, M>[] stamped = localStates.clone();
        for (int i = 0; i < stamped.length; i++) {
            if (stamped[i].local().timers().stream().anyMatch(Timer::needsStamp)) {
                stamped[i] = stamped[i].stamped(made);
            }
        }
        return new World<>(systemConfig, stamped, inFlightMessages, crashed, lastFence);
    }

    /** The representative of all worlds that differ in a shift of their numbers. */
    private World<S, M> shifted() {
        List<NumberRanges> ranges =
                new ArrayList<>(localStates.length + underway().size());
        for (InternedState<S, M> internedState : localStates) {
            ranges.add(internedState.numberRanges());
        }
        for (Envelope<M> envelope : underway()) {
            ranges.add(envelope.numberRanges());
        }
        NumberShift numberShift = new NumberShift(localStates.length, ranges);
        if (numberShift.changesNothing()) {
            return this;
        }
        StateInterner<S, M> interner = interner();
        InternedState<S, M>[] shifted = localStates.clone();
        Arrays.setAll(shifted, i -> interner.shifted(localStates[i], numberShift));
        InFlightMessages<M> shiftedMail = inFlightMessages.map(envelope -> interner.shifted(envelope, numberShift));
        return new World<>(systemConfig, shifted, shiftedMail, crashed, lastFence);
    }

    /** The world that corresponds to this one under the equivalence of another. */
    public World<S, M> like(World<S, M> relative) {
        StateInterner<S, M> others = relative.interner();
        InternedState<S, M>[] same = localStates.clone();
        Arrays.setAll(same, i -> others.of(localStates[i].local()));
        World<S, M> world = new World<>(
                systemConfig,
                same,
                inFlightMessages.map(envelope -> others.like(envelope)),
                crashed,
                others.equivalence().hasFences()
                        ? lastFence
                        : systemConfig.start().fence());
        return others.equivalence().shifts() ? world.shifted() : world;
    }

    private void checkExclusion(List<Violation> violations) {
        if (weight > systemConfig.capacity().permits()) {
            String inside = activeRequests(ActiveRequest.Stage.INSIDE).stream()
                    .filter(activeRequest -> !crashed.contains(activeRequest.node()))
                    .map(activeRequest -> String.valueOf(activeRequest.node()))
                    .collect(Collectors.joining(" "));
            violations.add(new Violation(Property.EXCLUSION, "inside together: " + inside));
        }
    }

    /**
     * The violation of a stuck system: no message is under way, no timer runs, no live node is
     * inside, and yet a request waits to enter or to be withdrawn.
     */
    public Optional<Violation> stuck() {
        if (!inFlightMessages.isEmpty()
                || Arrays.stream(localStates)
                        .anyMatch(
                                internedState -> !internedState.local().timers().isEmpty())) {
            return Optional.empty();
        }
        NodeSet waiting = waiting();
        if (isOccupied() || waiting.isEmpty()) {
            return Optional.empty();
        }
        boolean onlyToWithdraw = activeRequests().stream()
                .filter(activeRequest -> !crashed.contains(activeRequest.node()))
                .allMatch(activeRequest -> activeRequest.stage() == ActiveRequest.Stage.CANCELLED);
        return Optional.of(new Violation(
                onlyToWithdraw ? Property.WITHDRAWAL : Property.PROGRESS,
                "nothing is under way and nobody is inside, yet these wait: " + names(waiting)));
    }

    /**
     * Whether a node is alive and waits to enter, to withdraw its request, or to leave the group.
     */
    public boolean waits(int node) {
        return localStates[node - 1].waits() && !crashed.contains(node);
    }

    /** The nodes that wait. */
    private NodeSet waiting() {
        NodeSet waiting = NodeSet.empty();
        for (int node = 1; node <= localStates.length; node++) {
            waiting = waits(node) ? waiting.plus(node) : waiting;
        }
        return waiting;
    }

    private static String names(NodeSet nodes) {
        StringJoiner names = new StringJoiner(" ");
        for (int node : nodes) {
            names.add(Integer.toString(node));
        }
        return names.toString();
    }
}
