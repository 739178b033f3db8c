package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.BypassCounts;
import org.peerlock.lab.world.Causes;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Coverage;
import org.peerlock.lab.world.EntryOrder;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.OvertakeCounts;
import org.peerlock.lab.world.StateEquivalence;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * The model of a system of locks: the nodes of an algorithm, a network, and applications that
 * request, cancel and leave.
 *
 * <p>{@link World} checks every transition. This class also checks every state: no request may wait
 * while no message is under way and no request is inside, even if other nodes may still make
 * requests. A step with an input that it considers impossible is pruned, unless expectations are
 * checked.
 */
final class LockModel<S extends Record, M> implements Model<ModelState<S, M>, Step<M>> {

    /** A state has one bit for each node that waits. */
    static final int MAX_NODES = 31;

    private final SystemConfig<S, M> systemConfig;
    private final Workload workload;
    private final Set<Property> properties;
    private final Optional<Symmetry<S, M>> symmetry;
    private final StateEquivalence<S, M> stateEquivalence;
    private final StepOutcome<S, M> start;
    /** How many requests each node may make in a run. */
    private final long[] requests;

    private volatile boolean contended;

    LockModel(
            SystemConfig<S, M> systemConfig,
            Workload workload,
            Set<Property> properties,
            StateEquivalence<S, M> stateEquivalence) {
        this(systemConfig, workload, properties, stateEquivalence, Optional.empty());
    }

    LockModel(
            SystemConfig<S, M> systemConfig,
            Workload workload,
            Set<Property> properties,
            StateEquivalence<S, M> stateEquivalence,
            Optional<Symmetry<S, M>> symmetry) {
        for (int node = MAX_NODES + 1; node <= systemConfig.size(); node++) {
            if (workload.requests(node) || workload.churn().leaves() > 0) {
                throw new IllegalArgumentException("only nodes 1 to " + MAX_NODES + " can wait, not node " + node);
            }
        }
        this.symmetry = symmetry;
        this.systemConfig = systemConfig;
        this.workload = workload;
        this.properties = properties;
        this.stateEquivalence = stateEquivalence;
        this.start = World.start(systemConfig, stateEquivalence);
        this.requests = new long[systemConfig.size()];
        Arrays.fill(requests, workload.requests());
        if (workload.requests() != Workload.UNLIMITED) {
            systemConfig.start().inside().forEach(inside -> requests[inside.node() - 1]++);
        }
    }

    /** The violation in the initial state, if there is one. */
    Optional<Violation> wrongFromTheStart() {
        return start.violation(properties);
    }

    /** What has happened in any run so far. */
    Coverage coverage() {
        return start.world().coverage();
    }

    /** Whether two nodes ever wanted to enter at once. */
    boolean contended() {
        return contended;
    }

    @Override
    public List<ModelState<S, M>> initial() {
        return List.of(new ModelState<>(
                start.world(),
                workload.cancels(),
                OvertakeCounts.none(systemConfig.size()),
                workload.churn(),
                properties.contains(Property.FIRST_COME) ? Causes.none(start.world()) : Causes.untracked(),
                BypassCounts.none(systemConfig.size())));
    }

    @Override
    public long fingerprint(ModelState<S, M> modelState) {
        return modelState.fingerprint(symmetry);
    }

    @Override
    public void expand(ModelState<S, M> modelState, SuccessorSink<ModelState<S, M>, Step<M>> successorSink) {
        World<S, M> world = modelState.world();
        if (!contended && world.contended()) { // seldom written: other threads read it
            contended = true;
        }
        Optional<Violation> stuck = world.stuck().filter(violation -> properties.contains(violation.property()));
        if (stuck.isPresent()) {
            successorSink.violation(stuck.get());
            return;
        }
        for (Step<M> step : steps(modelState)) {
            take(modelState, step, successorSink);
        }
    }

    @Override
    public int waiting(ModelState<S, M> modelState) {
        int mask = 0;
        for (int node = 1; node <= systemConfig.size(); node++) {
            mask |= modelState.world().waits(node) ? 1 << node : 0;
        }
        return mask;
    }

    @Override
    public boolean complete(ModelState<S, M> modelState) {
        World<S, M> world = modelState.world();
        for (int node = 1; node <= systemConfig.size(); node++) {
            boolean asks = workload.requests(node) && world.requests(node) < requests[node - 1];
            if (asks || !world.activeRequests(node).isEmpty()) {
                return false;
            }
        }
        return world.isQuiet();
    }

    /**
     * The fairness assumptions: every message under way arrives, on ordered links the first one of
     * each; every request inside leaves; every running timer expires, even if it must sometimes
     * wait for messages because time is bounded.
     */
    @Override
    public Set<String> fairActions(ModelState<S, M> modelState) {
        World<S, M> world = modelState.world();
        Set<String> due = new HashSet<>();
        world.deliverable().forEach(envelope -> due.add(fairnessLabel(envelope)));
        for (ActiveRequest activeRequest : world.activeRequests(Stage.INSIDE)) {
            if (!world.crashed().contains(activeRequest.node())) {
                due.add("release " + activeRequest.node() + " " + activeRequest.id());
            }
        }
        world.timers().forEach(timer -> due.add("expire " + timer.node() + " " + timer.id()));
        return due;
    }

    /** No node is forced to request, to cancel or to crash. */
    @Override
    public boolean isSpontaneous(Step<M> step) {
        return step instanceof Step.Deliver || step instanceof Step.Release || step instanceof Step.Expire;
    }

    @Override
    public String fairnessLabel(Step<M> step) {
        if (step instanceof Step.Deliver<M> deliver) {
            return fairnessLabel(deliver.envelope());
        } else if (step instanceof Step.Release<M> release) {
            return "release " + release.node() + " " + release.id();
        } else if (step instanceof Step.Expire<M> expire) {
            return "expire " + expire.node() + " " + expire.timer();
        }
        return "";
    }

    /**
     * On an unordered network each message must arrive, whatever the others do. Its label has no
     * numbers, because these may shift while it is under way: it would become due under one label
     * and arrive under another, while newer messages take the first label and seem never to arrive,
     * so that a fair starvation would be missed. With the coarser label none is missed: if messages
     * with that label are always under way, one of them must arrive eventually.
     */
    private String fairnessLabel(Envelope<M> envelope) {
        return systemConfig.network() == Network.UNORDERED
                ? stateEquivalence.name(envelope)
                : envelope.from() + " to " + envelope.to();
    }

    private void take(
            ModelState<S, M> modelState, Step<M> step, SuccessorSink<ModelState<S, M>, Step<M>> successorSink) {
        StepOutcome<S, M> stepOutcome = modelState.world().apply(step);
        OvertakeCounts overtakeCounts = overtaken(modelState, stepOutcome);
        Optional<Violation> wrong = stepOutcome.violation(properties);
        wrong = wrong.isPresent() ? wrong : starved(overtakeCounts);
        wrong = wrong.isPresent() ? wrong : overtaking(modelState, step, stepOutcome);
        BypassCounts bypassed = bypassed(modelState, stepOutcome);
        wrong = wrong.isPresent() ? wrong : workload.bypass().flatMap(bypassed::beyond);
        if (wrong.isPresent()) {
            successorSink.violation(step, wrong.get());
        } else if (stepOutcome.violates(Property.EXPECTATION)) {
            successorSink.prune(step);
        } else {
            int cancels = cancels(modelState.cancels(), step);
            Churn churn = churnAfter(modelState, step);
            Causes causes = modelState.causes();
            for (int copy : causes.copies(modelState.world(), step)) {
                Causes next = causes.after(modelState.world(), step, copy, stepOutcome);
                successorSink.successor(
                        step,
                        new ModelState<>(stepOutcome.world(), cancels, overtakeCounts, churn, next, bypassed),
                        stepOutcome.transmissions());
            }
        }
    }

    private BypassCounts bypassed(ModelState<S, M> modelState, StepOutcome<S, M> stepOutcome) {
        return workload.bypass()
                .map(bound -> modelState.bypassed().after(stepOutcome, bound))
                .orElse(modelState.bypassed());
    }

    private Optional<Violation> overtaking(ModelState<S, M> modelState, Step<M> step, StepOutcome<S, M> stepOutcome) {
        Optional<Violation> wrong =
                properties.contains(Property.ORDER) ? EntryOrder.violation(stepOutcome) : Optional.empty();
        return wrong.isPresent() ? wrong : modelState.causes().violation(step, stepOutcome);
    }

    private static int cancels(int left, Step<?> step) {
        return left == Workload.UNLIMITED || !(step instanceof Step.Cancel) ? left : left - 1;
    }

    /**
     * The counts stay at zero if they are not checked, because they would only make equal states
     * different.
     */
    private OvertakeCounts overtaken(ModelState<S, M> modelState, StepOutcome<S, M> stepOutcome) {
        return workload.maxOvertakes().isPresent() ? modelState.overtaken().after(stepOutcome) : modelState.overtaken();
    }

    private Optional<Violation> starved(OvertakeCounts overtakeCounts) {
        return properties.contains(Property.NO_STARVATION)
                        && workload.maxOvertakes().isPresent()
                ? overtakeCounts.beyond(workload.maxOvertakes().getAsInt())
                : Optional.empty();
    }

    private static <M> Churn churnAfter(ModelState<?, M> modelState, Step<M> step) {
        if (!(step instanceof Step.Expire<M> expire)) {
            return modelState.churn().after(step);
        }
        World.Timer timer = modelState.world().timers().stream()
                .filter(running ->
                        running.node() == expire.node() && running.id().equals(expire.timer()))
                .findFirst()
                .orElseThrow();
        return modelState
                .churn()
                .afterExpiry(
                        timer.length().estimated() && !isAtRest(modelState.world()),
                        !modelState.world().mayExpire(timer));
    }

    /** Whether nothing can happen spontaneously except the expiry of timers. */
    private static boolean isAtRest(World<?, ?> world) {
        return world.isQuiet() && !world.isOccupied();
    }

    /** All enabled steps, in a deterministic order. */
    private List<Step<M>> steps(ModelState<S, M> modelState) {
        World<S, M> world = modelState.world();
        List<Step<M>> steps = new ArrayList<>();
        for (int node = 1; node <= systemConfig.size(); node++) {
            if (workload.requests(node) && mayAsk(world, node)) {
                ask(world, node, world.requests(node) + 1, steps);
            }
        }
        for (Envelope<M> envelope : world.deliverable()) {
            steps.add(new Step.Deliver<>(envelope));
        }
        for (int node = 1; node <= systemConfig.size(); node++) {
            if (!world.crashed().contains(node)) {
                leave(world.activeRequests(node), modelState.cancels() > 0, steps);
            }
        }
        if (!modelState.churn().equals(Churn.none())) {
            churn(modelState, steps);
        }
        for (World.Timer timer : world.timers()) {
            boolean due = !timer.length().estimated()
                    || isAtRest(world)
                    || modelState.churn().early() > 0;
            if (due && (world.mayExpire(timer) || modelState.churn().hasty() > 0)) {
                steps.add(new Step.Expire<>(timer.node(), timer.id()));
            }
        }
        return steps;
    }

    private boolean mayAsk(World<S, M> world, int node) {
        boolean oneAtATime = workload.requests() == Workload.UNLIMITED || properties.contains(Property.FIRST_COME);
        return world.requests(node) < requests[node - 1]
                && world.mayAsk(node)
                && !(oneAtATime && !world.activeRequests(node).isEmpty());
    }

    private void ask(World<S, M> world, int node, long id, List<Step<M>> steps) {
        for (Request kind : workload.kinds()) {
            Request next = new Request(id, kind.mode(), kind.permits(), kind.increment());
            if (world.serves(node, next)) {
                steps.add(new Step.Ask<>(node, next));
            }
        }
    }

    /** Requests that are inside leave; requests that wait may be cancelled. */
    private void leave(List<ActiveRequest> activeRequests, boolean cancel, List<Step<M>> steps) {
        for (ActiveRequest activeRequest : activeRequests) {
            if (activeRequest.stage() == Stage.INSIDE) {
                steps.add(new Step.Release<>(activeRequest.node(), activeRequest.id(), activeRequest.fence()));
                if (workload.severalFences() && activeRequest.request().mode() == Mode.EXCLUSIVE) {
                    steps.add(new Step.Release<>(activeRequest.node(), activeRequest.id(), activeRequest.fence() + 2));
                }
            } else if (activeRequest.stage() == Stage.WAITING && cancel) {
                steps.add(new Step.Cancel<>(activeRequest.node(), activeRequest.id()));
            }
        }
    }

    /** Adds the faults of nodes and messages, and changes of the membership. */
    private void churn(ModelState<S, M> modelState, List<Step<M>> steps) {
        World<S, M> world = modelState.world();
        Churn churn = modelState.churn();
        for (Envelope<M> envelope : world.deliverable()) {
            if (churn.losses() > 0) {
                steps.add(new Step.Drop<>(envelope));
            }
            if (churn.duplications() > 0) {
                steps.add(new Step.Duplicate<>(envelope));
            }
        }
        for (int node = 1; node <= systemConfig.size(); node++) {
            if (churn.leaves() > 0 && world.mayLeave(node)) {
                steps.add(new Step.Leave<>(node));
            }
            if (churn.crashes() > 0 && !world.crashed().contains(node)) {
                steps.add(new Step.Crash<>(node));
            }
            for (int other = 1; other <= systemConfig.size(); other++) {
                boolean able = world.memberStatus(other) == MemberStatus.MEMBER
                        && !world.crashed().contains(other);
                if (churn.joins() > 0 && able && world.mayJoin(node, other)) {
                    steps.add(new Step.Join<>(node, other));
                }
                boolean suspect = node != other && world.memberStatus(node) == MemberStatus.MEMBER;
                if (churn.suspicions() > 0 && able && suspect) {
                    steps.add(new Step.Fail<>(other, node));
                }
            }
        }
    }
}
