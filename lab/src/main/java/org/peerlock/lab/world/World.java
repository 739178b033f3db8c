package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;

/**
 * A system at one moment: the sites, in order of the nodes' numbers; the messages under way, in the order in which they were
 * sent; the nodes that have stopped; and the greatest fence given to an exclusive request.
 */
public final class World<S extends Record, M> {

    /**
     * A timer that runs at a node.
     *
     * @param before how many requests each node had made when it was set, if it waits for those to be served
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
    private final InternedState<S, M>[] sites;
    private final InFlightMessages<M> inFlightMessages;
    private final NodeSet crashed;
    private final long lastFence;
    /** What all requests inside take of the permits. */
    private final long weight;

    /** Stands for the sites. */
    private final long sitesPrint;

    private World(
            SystemConfig<S, M> systemConfig,
            InternedState<S, M>[] sites,
            InFlightMessages<M> inFlightMessages,
            NodeSet crashed,
            long lastFence,
            long weight,
            long sitesPrint) {
        this.systemConfig = systemConfig;
        this.sites = sites;
        this.inFlightMessages = inFlightMessages;
        this.crashed = crashed;
        this.lastFence = lastFence;
        this.weight = weight;
        this.sitesPrint = sitesPrint;
    }

    private World(
            SystemConfig<S, M> systemConfig,
            InternedState<S, M>[] sites,
            InFlightMessages<M> inFlightMessages,
            NodeSet crashed,
            long lastFence) {
        this(systemConfig, sites, inFlightMessages, crashed, lastFence, weight(sites, crashed), print(sites));
    }

    private static long weight(InternedState<?, ?>[] sites, NodeSet crashed) {
        long weight = 0;
        for (int node = 1; node <= sites.length; node++) {
            weight += crashed.contains(node) ? 0 : sites[node - 1].weight();
        }
        return weight;
    }

    private static long print(InternedState<?, ?>[] sites) {
        long print = 0;
        for (InternedState<?, ?> internedState : sites) {
            print += internedState.fingerprint();
        }
        return print;
    }

    /** The system at its start, and what the nodes did to begin. */
    public static <S extends Record, M> StepOutcome<S, M> start(SystemConfig<S, M> systemConfig) {
        return start(systemConfig, StateEquivalence.equality());
    }

    /** The same, where in all that comes of it one state stands for all that are like it. */
    @SuppressWarnings("unchecked") // arrays of a generic type can only be made so
    public static <S extends Record, M> StepOutcome<S, M> start(
            SystemConfig<S, M> systemConfig, StateEquivalence<S, M> stateEquivalence) {
        StateInterner<S, M> flyweights = new StateInterner<>(systemConfig, stateEquivalence);
        InternedState<S, M>[] sites = (InternedState<S, M>[]) new InternedState<?, ?>[systemConfig.size()];
        List<Event<M>> events = new ArrayList<>();
        List<Violation> violations = new ArrayList<>();
        List<Envelope<M>> sent = new ArrayList<>();
        for (int node = 1; node <= systemConfig.size(); node++) {
            LocalOutcome<S, M> localOutcome = InternedState.first(flyweights, node);
            sites[node - 1] = localOutcome.site();
            sent.addAll(localOutcome.sent());
            events.addAll(localOutcome.events());
            violations.addAll(localOutcome.violations());
        }
        InFlightMessages<M> inFlightMessages =
                InFlightMessages.<M>none(systemConfig.order()).plus(sent, NodeSet.empty());
        World<S, M> world = new World<>(
                systemConfig,
                sites,
                inFlightMessages,
                NodeSet.empty(),
                systemConfig.start().fence());
        world = world.hasMembership() ? world.stamped() : world;
        world.checkExclusion(violations);
        return new StepOutcome<>(world, List.copyOf(events), List.copyOf(violations));
    }

    public SystemConfig<S, M> rules() {
        return systemConfig;
    }

    /** What has happened in this world, or in any other that came of the same start. */
    public Coverage sightings() {
        return flyweights().sightings();
    }

    private StateInterner<S, M> flyweights() {
        return sites[0].sites();
    }

    /** How many nodes there are. */
    public int size() {
        return sites.length;
    }

    /** Whether several nodes have requests under way. */
    public boolean contended() {
        int claiming = 0;
        for (InternedState<S, M> internedState : sites) {
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

    /** Whether somebody alive is inside. */
    public boolean isOccupied() {
        return weight > 0;
    }

    /** The nodes that have stopped. */
    public NodeSet crashed() {
        return crashed;
    }

    public S state(int node) {
        return sites[node - 1].local().state();
    }

    /** The requests under way, in order of their nodes. */
    public List<ActiveRequest> activeRequests() {
        List<ActiveRequest> all = new ArrayList<>();
        for (InternedState<S, M> internedState : sites) {
            all.addAll(internedState.local().activeRequests());
        }
        return all;
    }

    /** The requests of a node under way, in the order in which they were made. */
    public List<ActiveRequest> activeRequests(int node) {
        return sites[node - 1].local().activeRequests();
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

    /** How many requests a node has made; the last one's id. */
    public long requests(int node) {
        return sites[node - 1].local().requests();
    }

    /** The timers that run, in order of their nodes. */
    public List<Timer> timers() {
        List<Timer> all = new ArrayList<>();
        for (InternedState<S, M> internedState : sites) {
            if (!internedState.local().timers().isEmpty()) {
                all.addAll(internedState.local().timers());
            }
        }
        return all;
    }

    /**
     * Stands for all of it, but for what makes no difference to what can happen next: the order of sending between links, on
     * an unordered network that of all messages, on a sequenced medium that between messages to different nodes.
     */
    public long fingerprint() {
        return fingerprint(sitesPrint + inFlightMessages.fingerprint());
    }

    /** The same for all worlds in which only the nodes have other names. None of them may have crashed. */
    public long fingerprint(Symmetry<S, M> symmetry) {
        return fingerprint(symmetry.fingerprint(sites, inFlightMessages));
    }

    private long fingerprint(long parts) {
        long print = parts + Fingerprint.of(lastFence);
        return crashed.isEmpty() ? print : print + Fingerprint.of(crashed.toString());
    }

    /**
     * Whether the network may deliver this message next: on FIFO links, only the oldest of its link; on a sequenced medium,
     * whatever the links, only the oldest to its node.
     */
    public boolean deliverable(Envelope<M> envelope) {
        return deliverable().contains(envelope);
    }

    /** The messages that the network may deliver next, in the order in which they were sent; one of those that are equal. */
    public List<Envelope<M>> deliverable() {
        return inFlightMessages.deliverable();
    }

    /** The oldest message that must arrive before a timer expires: one of its round, where time is bounded. */
    public Optional<Envelope<M>> dueBefore(Timer timer) {
        return underway().stream().filter(envelope -> envelope.belongsTo(timer)).findFirst();
    }

    /** Whether a node may make another request now. */
    public boolean mayAsk(int node) {
        return standing(node) == Standing.MEMBER
                && !crashed.contains(node)
                && (systemConfig.node(node).profile().concurrentRequests()
                        || activeRequests(node).isEmpty());
    }

    /** Whether the algorithm serves such requests. */
    public boolean serves(int node, Request request) {
        return systemConfig.node(node).serves(request);
    }

    /** How a node stands to the group: where nodes do not come and go, all are members. */
    public Standing standing(int node) {
        return sites[node - 1].standing();
    }

    /** Whether the nodes come and go. */
    public boolean hasMembership() {
        return flyweights().hasMembership();
    }

    /** Whether a node may ask another to make it a member; once more if a node has crashed, which may be the one it asked. */
    public boolean mayJoin(int node, int sponsor) {
        Standing standing = standing(node);
        boolean alone = standing == Standing.OUTSIDE || (standing == Standing.JOINING && !crashed.isEmpty());
        return alone && node != sponsor && !crashed.contains(node);
    }

    /** Whether a node may leave the group now. */
    public boolean mayLeave(int node) {
        return hasMembership()
                && standing(node) == Standing.MEMBER
                && !crashed.contains(node)
                && activeRequests(node).isEmpty();
    }

    /**
     * Whether a timer may run out now. At any time, unless the algorithm assumes a bound on time and the timer's length is more
     * than an estimate: then not while a message of its round is under way. Where nodes come and go a timer may also wait for
     * messages of old, and for those who are to enter and leave meanwhile.
     */
    public boolean mayExpire(Timer timer) {
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

    /** The system after a step. The step must be possible: an exception says why if it is not. */
    public StepOutcome<S, M> apply(Step<M> step) {
        if (step instanceof Step.Deliver<M> deliver) {
            Envelope<M> envelope = deliver.envelope();
            return after(envelope.to(), sites[envelope.to() - 1].arrival(deliver), inFlightMessages.minus(envelope));
        } else if (step instanceof Step.Drop<M> drop) {
            return unchanged(sites, inFlightMessages.minus(drop.envelope()), crashed);
        } else if (step instanceof Step.Duplicate<M> duplicate) {
            return unchanged(sites, inFlightMessages.twice(duplicate.envelope()), crashed);
        } else if (step instanceof Step.Crash<M> crash) {
            return crash(crash.node());
        }
        return after(step.node(), sites[step.node() - 1].after(step), inFlightMessages);
    }

    private StepOutcome<S, M> after(int node, LocalOutcome<S, M> localOutcome, InFlightMessages<M> rest) {
        InternedState<S, M>[] nextSites = sites.clone();
        nextSites[node - 1] = localOutcome.site();
        long fence = Math.max(lastFence, localOutcome.used());
        List<Violation> violations = localOutcome.violations();
        StateEquivalence<S, M> stateEquivalence = flyweights().likeness();
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
        InternedState<S, M> before = sites[node - 1];
        World<S, M> world = new World<>(
                systemConfig,
                nextSites,
                rest.plus(localOutcome.sent(), crashed),
                crashed,
                fence,
                weight - before.weight() + localOutcome.site().weight(),
                sitesPrint - before.fingerprint() + localOutcome.site().fingerprint());
        if (world.weight > systemConfig.capacity().permits()) {
            violations = new ArrayList<>(violations);
            world.checkExclusion(violations);
        }
        World<S, M> settled = hasMembership() ? world.stamped() : stateEquivalence.shifts() ? world.shifted() : world;
        return new StepOutcome<>(settled, localOutcome.events(), violations);
    }

    private StepOutcome<S, M> unchanged(
            InternedState<S, M>[] nextSites, InFlightMessages<M> rest, NodeSet nextCrashed) {
        World<S, M> world = new World<>(systemConfig, nextSites, rest, nextCrashed, lastFence);
        List<Violation> violations = new ArrayList<>();
        world.checkExclusion(violations);
        return new StepOutcome<>(world, List.of(), violations);
    }

    private StepOutcome<S, M> crash(int node) {
        InternedState<S, M>[] nextSites = sites.clone();
        nextSites[node - 1] = sites[node - 1].withoutTimers();
        return unchanged(nextSites, inFlightMessages.withoutThoseTo(node), crashed.plus(node));
    }

    /** Tells timers that were just set which requests to wait for. */
    private World<S, M> stamped() {
        NodeCounters made = NodeCounters.zero(sites.length);
        for (int node = 1; node <= sites.length; node++) {
            made = made.with(node, requests(node));
        }
        InternedState<S, M>[] stamped = sites.clone();
        for (int i = 0; i < stamped.length; i++) {
            if (stamped[i].local().timers().stream().anyMatch(Timer::needsStamp)) {
                stamped[i] = stamped[i].stamped(made);
            }
        }
        return new World<>(systemConfig, stamped, inFlightMessages, crashed, lastFence);
    }

    /** The one that stands for all that differ in a shift of their numbers. */
    private World<S, M> shifted() {
        List<NumberRanges> extents = new ArrayList<>(sites.length + underway().size());
        for (InternedState<S, M> internedState : sites) {
            extents.add(internedState.extent());
        }
        for (Envelope<M> envelope : underway()) {
            extents.add(envelope.extent());
        }
        NumberShift numberShift = new NumberShift(sites.length, extents);
        if (numberShift.changesNothing()) {
            return this;
        }
        StateInterner<S, M> flyweights = flyweights();
        InternedState<S, M>[] shifted = sites.clone();
        Arrays.setAll(shifted, i -> flyweights.shifted(sites[i], numberShift));
        InFlightMessages<M> shiftedMail = inFlightMessages.map(envelope -> flyweights.shifted(envelope, numberShift));
        return new World<>(systemConfig, shifted, shiftedMail, crashed, lastFence);
    }

    /** The one that stands for this in other circumstances. */
    public World<S, M> like(World<S, M> relative) {
        StateInterner<S, M> others = relative.flyweights();
        InternedState<S, M>[] same = sites.clone();
        Arrays.setAll(same, i -> others.of(sites[i].local()));
        World<S, M> world = new World<>(
                systemConfig,
                same,
                inFlightMessages.map(envelope -> others.like(envelope)),
                crashed,
                others.likeness().hasFences() ? lastFence : systemConfig.start().fence());
        return others.likeness().shifts() ? world.shifted() : world;
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
     * Who waits for ever: nothing is under way, no timer runs, nobody alive is inside, and yet somebody waits to enter, or to
     * have withdrawn.
     */
    public Optional<Violation> stuck() {
        if (!inFlightMessages.isEmpty()
                || Arrays.stream(sites)
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

    /** Whether a node is alive and waits to enter, to have withdrawn, or to be gone. */
    public boolean waits(int node) {
        return sites[node - 1].waits() && !crashed.contains(node);
    }

    /** The nodes that wait. */
    private NodeSet waiting() {
        NodeSet waiting = NodeSet.empty();
        for (int node = 1; node <= sites.length; node++) {
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
