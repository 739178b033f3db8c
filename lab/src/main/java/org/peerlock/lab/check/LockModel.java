package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Claimant;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Likeness;
import org.peerlock.lab.world.Outcome;
import org.peerlock.lab.world.Overtaken;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Sightings;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * A system of locks to be searched: one algorithm's nodes, a network, and applications that ask, give up and leave.
 *
 * <p>Every step is judged as {@link World} does, and every state: nobody may wait where nothing is under way and nobody is
 * inside, whether others may still ask or not. Where a step meets what it takes for impossible, it leads nowhere.
 */
final class LockModel<S extends Record, M> implements Model<Situation<S, M>, Step<M>> {

    /** A state has a bit for each node that waits. */
    static final int MOST_NODES = 31;

    private final Rules<S, M> rules;
    private final Workload workload;
    private final Set<Property> properties;
    private final Optional<Symmetry<S, M>> symmetry;
    private final Likeness<S, M> likeness;
    private final Outcome<S, M> start;
    /** How many each node may make in all. */
    private final long[] requests;

    private volatile boolean contended;

    LockModel(Rules<S, M> rules, Workload workload, Set<Property> properties, Likeness<S, M> likeness) {
        this(rules, workload, properties, likeness, Optional.empty());
    }

    LockModel(
            Rules<S, M> rules,
            Workload workload,
            Set<Property> properties,
            Likeness<S, M> likeness,
            Optional<Symmetry<S, M>> symmetry) {
        for (int node = MOST_NODES + 1; node <= rules.size(); node++) {
            if (workload.requests(node) || workload.churn().leaves() > 0) {
                throw new IllegalArgumentException("only nodes 1 to " + MOST_NODES + " can wait, not node " + node);
            }
        }
        this.symmetry = symmetry;
        this.rules = rules;
        this.workload = workload;
        this.properties = properties;
        this.likeness = likeness;
        this.start = World.start(rules, likeness);
        this.requests = new long[rules.size()];
        Arrays.fill(requests, workload.requests());
        if (workload.requests() != Workload.UNLIMITED) {
            rules.start().inside().forEach(inside -> requests[inside.node() - 1]++);
        }
    }

    /** What is wrong before anything has happened. */
    Optional<Violation> wrongFromTheStart() {
        return start.violation(properties);
    }

    /** What was seen to happen so far. */
    Sightings sightings() {
        return start.world().sightings();
    }

    /** Whether two nodes ever wanted to enter at once. */
    boolean contended() {
        return contended;
    }

    @Override
    public List<Situation<S, M>> initial() {
        return List.of(
                new Situation<>(start.world(), workload.cancels(), Overtaken.nobody(rules.size()), workload.churn()));
    }

    @Override
    public long fingerprint(Situation<S, M> situation) {
        return situation.fingerprint(symmetry);
    }

    @Override
    public void expand(Situation<S, M> situation, Steps<Situation<S, M>, Step<M>> steps) {
        World<S, M> world = situation.world();
        if (!contended && world.contended()) { // seldom written: other threads read it
            contended = true;
        }
        Optional<Violation> stuck = world.stuck().filter(violation -> properties.contains(violation.property()));
        if (stuck.isPresent()) {
            steps.wrong(stuck.get());
            return;
        }
        for (Step<M> step : steps(situation)) {
            take(situation, step, steps);
        }
    }

    @Override
    public int waiting(Situation<S, M> situation) {
        int mask = 0;
        for (int node = 1; node <= rules.size(); node++) {
            mask |= situation.world().waits(node) ? 1 << node : 0;
        }
        return mask;
    }

    @Override
    public boolean complete(Situation<S, M> situation) {
        World<S, M> world = situation.world();
        for (int node = 1; node <= rules.size(); node++) {
            boolean asks = workload.requests(node) && world.requests(node) < requests[node - 1];
            if (asks || !world.claimants(node).isEmpty()) {
                return false;
            }
        }
        return world.isQuiet();
    }

    /**
     * What is under way arrives, if links keep the order at least the first of each; who is inside leaves; a timer that runs
     * expires, even if time is bounded and it must wait for messages now and then.
     */
    @Override
    public Set<String> due(Situation<S, M> situation) {
        World<S, M> world = situation.world();
        Set<String> due = new HashSet<>();
        world.deliverable().forEach(envelope -> due.add(word(envelope)));
        for (Claimant claimant : world.claimants(Stage.INSIDE)) {
            if (!world.crashed().contains(claimant.node())) {
                due.add("release " + claimant.node() + " " + claimant.id());
            }
        }
        world.timers().forEach(timer -> due.add("expire " + timer.node() + " " + timer.id()));
        return due;
    }

    /** Nobody is made to ask, to give up, or to crash. */
    @Override
    public boolean happensByItself(Step<M> step) {
        return step instanceof Step.Deliver || step instanceof Step.Release || step instanceof Step.Expire;
    }

    @Override
    public String word(Step<M> step) {
        if (step instanceof Step.Deliver<M> deliver) {
            return word(deliver.envelope());
        } else if (step instanceof Step.Release<M> release) {
            return "release " + release.node() + " " + release.id();
        } else if (step instanceof Step.Expire<M> expire) {
            return "expire " + expire.node() + " " + expire.timer();
        }
        return "";
    }

    /**
     * On an unordered network each message must arrive, whatever others do. It is known by a name without numbers, since these
     * may shift while it is under way: it would become due under one name and arrive under another, while newer messages take
     * its first name and seem never to arrive, so that who starves fairly would not be found. Under the coarser name nobody
     * is missed: where messages of that name are always under way, one of them must arrive at last.
     */
    private String word(Envelope<M> envelope) {
        return rules.network() == Network.UNORDERED
                ? likeness.name(envelope)
                : envelope.from() + " to " + envelope.to();
    }

    private void take(Situation<S, M> situation, Step<M> step, Steps<Situation<S, M>, Step<M>> steps) {
        Outcome<S, M> outcome = situation.world().apply(step);
        Overtaken overtaken = overtaken(situation, outcome);
        Optional<Violation> wrong = outcome.violation(properties);
        wrong = wrong.isPresent() ? wrong : starved(overtaken);
        if (wrong.isPresent()) {
            steps.wrong(step, wrong.get());
        } else if (outcome.violates(Property.EXPECTATION)) {
            steps.nowhere(step);
        } else {
            int cancels = cancels(situation.cancels(), step);
            Churn churn = churnAfter(situation, step);
            steps.to(step, new Situation<>(outcome.world(), cancels, overtaken, churn), outcome.transmissions());
        }
    }

    private static int cancels(int left, Step<?> step) {
        return left == Workload.UNLIMITED || !(step instanceof Step.Cancel) ? left : left - 1;
    }

    /** Left at zero where it is not judged, since it would only tell apart what is the same otherwise. */
    private Overtaken overtaken(Situation<S, M> situation, Outcome<S, M> outcome) {
        return workload.patience().isPresent() ? situation.overtaken().after(outcome) : situation.overtaken();
    }

    private Optional<Violation> starved(Overtaken overtaken) {
        return properties.contains(Property.NO_STARVATION)
                        && workload.patience().isPresent()
                ? overtaken.beyond(workload.patience().getAsInt())
                : Optional.empty();
    }

    private static <M> Churn churnAfter(Situation<?, M> situation, Step<M> step) {
        if (!(step instanceof Step.Expire<M> expire)) {
            return situation.churn().after(step);
        }
        World.Timer timer = situation.world().timers().stream()
                .filter(running ->
                        running.node() == expire.node() && running.id().equals(expire.timer()))
                .findFirst()
                .orElseThrow();
        return situation
                .churn()
                .afterExpiry(
                        timer.length().estimated() && !isAtRest(situation.world()),
                        !situation.world().mayExpire(timer));
    }

    /** Whether nothing happens by itself but that timers expire. */
    private static boolean isAtRest(World<?, ?> world) {
        return world.isQuiet() && !world.isOccupied();
    }

    /** All that can happen next, in an order that is always the same. */
    private List<Step<M>> steps(Situation<S, M> situation) {
        World<S, M> world = situation.world();
        List<Step<M>> steps = new ArrayList<>();
        for (int node = 1; node <= rules.size(); node++) {
            if (workload.requests(node) && mayAsk(world, node)) {
                ask(world, node, world.requests(node) + 1, steps);
            }
        }
        for (Envelope<M> envelope : world.deliverable()) {
            steps.add(new Step.Deliver<>(envelope));
        }
        for (int node = 1; node <= rules.size(); node++) {
            if (!world.crashed().contains(node)) {
                leave(world.claimants(node), situation.cancels() > 0, steps);
            }
        }
        if (!situation.churn().equals(Churn.none())) {
            churn(situation, steps);
        }
        for (World.Timer timer : world.timers()) {
            boolean due = !timer.length().estimated()
                    || isAtRest(world)
                    || situation.churn().early() > 0;
            if (due && (world.mayExpire(timer) || situation.churn().hasty() > 0)) {
                steps.add(new Step.Expire<>(timer.node(), timer.id()));
            }
        }
        return steps;
    }

    private boolean mayAsk(World<S, M> world, int node) {
        boolean oneAtATime = workload.requests() == Workload.UNLIMITED;
        return world.requests(node) < requests[node - 1]
                && world.mayAsk(node)
                && !(oneAtATime && !world.claimants(node).isEmpty());
    }

    private void ask(World<S, M> world, int node, long id, List<Step<M>> steps) {
        for (Request kind : workload.kinds()) {
            Request next = new Request(id, kind.mode(), kind.permits(), kind.increment());
            if (world.serves(node, next)) {
                steps.add(new Step.Ask<>(node, next));
            }
        }
    }

    /** Who is inside leaves; who waits may give up. */
    private void leave(List<Claimant> claimants, boolean cancel, List<Step<M>> steps) {
        for (Claimant claimant : claimants) {
            if (claimant.stage() == Stage.INSIDE) {
                steps.add(new Step.Release<>(claimant.node(), claimant.id(), claimant.fence()));
                if (workload.severalFences() && claimant.request().mode() == Mode.EXCLUSIVE) {
                    steps.add(new Step.Release<>(claimant.node(), claimant.id(), claimant.fence() + 2));
                }
            } else if (claimant.stage() == Stage.WAITING && cancel) {
                steps.add(new Step.Cancel<>(claimant.node(), claimant.id()));
            }
        }
    }

    /** All that can happen to the nodes themselves, and to messages. */
    private void churn(Situation<S, M> situation, List<Step<M>> steps) {
        World<S, M> world = situation.world();
        Churn churn = situation.churn();
        for (Envelope<M> envelope : world.deliverable()) {
            if (churn.losses() > 0) {
                steps.add(new Step.Drop<>(envelope));
            }
            if (churn.duplications() > 0) {
                steps.add(new Step.Duplicate<>(envelope));
            }
        }
        for (int node = 1; node <= rules.size(); node++) {
            if (churn.leaves() > 0 && world.mayLeave(node)) {
                steps.add(new Step.Leave<>(node));
            }
            if (churn.crashes() > 0 && !world.crashed().contains(node)) {
                steps.add(new Step.Crash<>(node));
            }
            for (int other = 1; other <= rules.size(); other++) {
                boolean able = world.standing(other) == Standing.MEMBER
                        && !world.crashed().contains(other);
                if (churn.joins() > 0 && able && world.mayJoin(node, other)) {
                    steps.add(new Step.Join<>(node, other));
                }
                boolean suspect = node != other && world.standing(node) == Standing.MEMBER;
                if (churn.suspicions() > 0 && able && suspect) {
                    steps.add(new Step.Fail<>(other, node));
                }
            }
        }
    }
}
