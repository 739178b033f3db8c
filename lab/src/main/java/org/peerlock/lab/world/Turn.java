package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Envelope.Round;

/** One step in the making: the parts of the next {@link World}, which the step's effects change one after the other. */
final class Turn<S extends Record, M> {

    private final Rules<S, M> rules;
    private final List<S> states;
    private final List<Envelope<M>> underway;
    private final List<Claimant> claimants;
    private final List<World.Timer> timers;
    private final List<Event<M>> events = new ArrayList<>();
    private Counters requests;
    private NodeSet crashed;
    private long lastFence;
    private final List<Violation> violations = new ArrayList<>();

    /** Before the start: the nodes have no state yet. */
    Turn(Rules<S, M> rules) {
        this.rules = rules;
        states = new ArrayList<>();
        underway = new ArrayList<>();
        claimants = new ArrayList<>();
        timers = new ArrayList<>();
        requests = Counters.zero(rules.size());
        crashed = NodeSet.empty();
        lastFence = rules.start().fence();
    }

    Turn(World<S, M> world) {
        rules = world.rules();
        states = new ArrayList<>(world.states());
        underway = new ArrayList<>(world.underway());
        claimants = new ArrayList<>(world.claimants());
        timers = new ArrayList<>(world.timers());
        requests = world.requests();
        crashed = world.crashed();
        lastFence = world.lastFence();
    }

    void alreadyInside(Start.Inside inside) {
        claimants.add(new Claimant(
                inside.node(), inside.request(), Stage.INSIDE, rules.start().fence()));
        requests = requests.atLeast(inside.node(), inside.request().id());
    }

    /** Starts the next node. */
    void begin(int node) {
        states.add(rules.node(node).initial(rules.start(), new Recorder(node, List.of())));
    }

    void take(Step<M> step) {
        if (step instanceof Step.Ask<M> ask) {
            ask(ask.node(), ask.request());
        } else if (step instanceof Step.Cancel<M> cancel) {
            cancel(cancel.node(), cancel.id());
        } else if (step instanceof Step.Release<M> release) {
            release(release.node(), release.id(), release.lastFence());
        } else if (step instanceof Step.Deliver<M> deliver) {
            deliver(deliver.envelope());
        } else if (step instanceof Step.Drop<M> drop) {
            takeOut(drop.envelope());
        } else if (step instanceof Step.Duplicate<M> duplicate) {
            underway.add(underway.indexOf(duplicate.envelope()) + 1, duplicate.envelope());
        } else if (step instanceof Step.Crash<M> crash) {
            crash(crash.node());
        } else if (step instanceof Step.Join<M> join) {
            memberStep(join.node(), (member, state, out) -> member.onJoin(state, join.sponsor(), out));
        } else if (step instanceof Step.Leave<M> leave) {
            memberStep(leave.node(), MembershipAlgorithm::onLeave);
        } else if (step instanceof Step.Fail<M> fail) {
            memberStep(fail.node(), (member, state, out) -> member.onFailure(state, fail.failed(), out));
        } else if (step instanceof Step.Expire<M> expire) {
            expire(expire.node(), expire.timer());
        }
    }

    private void ask(int node, Request request) {
        requests = requests.with(node, request.id());
        claimants.add(new Claimant(node, request, Stage.WAITING, 0));
        step(node, (algorithm, state, out) -> algorithm.onRequest(state, request, out));
    }

    private void cancel(int node, long id) {
        change(find(node, id, Stage.WAITING), Stage.CANCELLED, 0);
        step(node, (algorithm, state, out) -> algorithm.onCancel(state, id, out));
    }

    private void release(int node, long id, long fence) {
        Claimant leaving = find(node, id, Stage.INSIDE);
        claimants.remove(leaving);
        if (leaving.request().mode() == Mode.EXCLUSIVE) {
            lastFence = Math.max(lastFence, fence);
        }
        step(node, (algorithm, state, out) -> algorithm.onRelease(state, id, fence, out));
    }

    private void deliver(Envelope<M> envelope) {
        takeOut(envelope);
        if (!crashed.contains(envelope.to())) {
            step(
                    envelope.to(),
                    envelope.next(),
                    (algorithm, state, out) -> algorithm.onMessage(state, envelope.from(), envelope.message(), out));
        }
    }

    private void crash(int node) {
        crashed = crashed.plus(node);
        timers.removeIf(timer -> timer.node() == node);
        underway.removeIf(envelope -> envelope.to() == node);
    }

    private void expire(int node, TimerId timer) {
        Expect.that(timers.removeIf(running -> running.is(node, timer)), "only a timer that runs can expire");
        step(node, (algorithm, state, out) -> algorithm.onTimer(state, timer, out));
    }

    private void takeOut(Envelope<M> envelope) {
        Expect.that(underway.remove(envelope), "only a message under way can be taken from the network");
    }

    /** One step of one node's algorithm. */
    private interface NodeStep<S extends Record, M> {
        S apply(Algorithm<S, M> algorithm, S state, Effects<M> out);
    }

    /** One step of one node that comes or goes. */
    private interface MemberStep<S extends Record, M> {
        S apply(MembershipAlgorithm<S, M> algorithm, S state, Effects<M> out);
    }

    private void memberStep(int node, MemberStep<S, M> step) {
        MembershipAlgorithm<S, M> member = rules.member(node).orElseThrow();
        step(node, (algorithm, state, out) -> step.apply(member, state, out));
    }

    /** Runs a step of the algorithm; what it takes for impossible is a violation like any other. */
    private void step(int node, NodeStep<S, M> step) {
        step(node, List.of(), step);
    }

    /**
     * Runs a step of the algorithm; what it takes for impossible is a violation like any other.
     *
     * @param rounds those to which the messages belong that it sends
     */
    private void step(int node, List<Round> rounds, NodeStep<S, M> step) {
        try {
            S before = states.get(node - 1);
            S after = step.apply(rules.node(node), before, new Recorder(node, rounds));
            states.set(node - 1, after);
            rules.member(node).ifPresent(member -> compare(node, member.standing(before), member.standing(after)));
        } catch (AssertionError impossible) {
            blame(Property.EXPECTATION, "node " + node + ": " + impossible.getMessage());
        } catch (RuntimeException defect) {
            blame(Property.EXPECTATION, "node " + node + ": " + defect);
        }
    }

    /** Notes that a node has become a member or is one no longer: what it had asked for is then lost. */
    private void compare(int node, Standing before, Standing after) {
        if (before == after) {
            return;
        }
        if (after == Standing.MEMBER) {
            events.add(new Event.Joined<>(node));
        } else if (after == Standing.OUTSIDE) {
            events.add(before == Standing.LEAVING ? new Event.Left<>(node) : new Event.DroppedOut<>(node));
            claimants.removeIf(claimant -> claimant.node() == node);
        }
    }

    private Claimant find(int node, long id, Stage stage) {
        for (Claimant claimant : claimants) {
            if (claimant.node() == node && claimant.id() == id && claimant.stage() == stage) {
                return claimant;
            }
        }
        throw new IllegalArgumentException("node " + node + " has no request #" + id + " that is " + stage);
    }

    private void change(Claimant claimant, Stage stage, long fence) {
        claimants.set(claimants.indexOf(claimant), claimant.to(stage, fence));
    }

    private void blame(Property property, String sentence) {
        violations.add(new Violation(property, sentence));
    }

    Outcome<S, M> outcome() {
        judgeExclusion();
        World<S, M> world = new World<>(
                rules,
                List.copyOf(states),
                List.copyOf(underway),
                List.copyOf(claimants),
                requests,
                List.copyOf(timers),
                crashed,
                lastFence);
        return new Outcome<>(world, List.copyOf(events), List.copyOf(violations));
    }

    private void judgeExclusion() {
        List<Claimant> inside = claimants.stream()
                .filter(claimant -> claimant.stage() == Stage.INSIDE && !crashed.contains(claimant.node()))
                .toList();
        long weight = inside.stream()
                .mapToLong(claimant -> rules.capacity().weight(claimant.request()))
                .sum();
        if (weight > rules.capacity().permits()) {
            String nodes = inside.stream()
                    .map(Claimant::node)
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" "));
            blame(Property.EXCLUSION, "inside together: " + nodes);
        }
    }

    private final class Recorder implements Effects<M> {

        private final int node;
        /** Those to which the messages of this step belong. */
        private final List<Round> rounds;
        /** Where the messages of this step begin among those under way. */
        private final int first = underway.size();

        Recorder(int node, List<Round> rounds) {
            this.node = node;
            this.rounds = new ArrayList<>(rounds);
        }

        @Override
        public void send(int to, M message) {
            Expect.that(to != node && to >= 1 && to <= rules.size(), "a node sends to another one that exists");
            events.add(new Event.Sent<>(node, to, message));
            post(to, message);
        }

        @Override
        public void broadcast(M message) {
            events.add(new Event.Broadcast<>(node, message));
            for (int to = 1; to <= rules.size(); to++) {
                if (to != node || rules.assumptions().medium() == Medium.SEQUENCED) {
                    post(to, message);
                }
            }
        }

        private void post(int to, M message) {
            if (!crashed.contains(to)) {
                underway.add(new Envelope<>(node, to, message, List.copyOf(rounds)));
            }
        }

        @Override
        public void enter(long requestId, long fence) {
            events.add(new Event.Entered<>(node, requestId, fence));
            for (Claimant claimant : claimants) {
                if (claimant.node() == node && claimant.id() == requestId && claimant.stage() == Stage.WAITING) {
                    judgeFence(claimant, fence);
                    change(claimant, Stage.INSIDE, fence);
                    return;
                }
            }
            blame(Property.WITHDRAWAL, "node " + node + " enters with request #" + requestId + ", which does not wait");
        }

        private void judgeFence(Claimant claimant, long fence) {
            if (!rules.capacity().mayFollow(claimant.request(), fence, lastFence)) {
                blame(Property.FENCE, "node " + node + " enters with fence " + fence + " after " + lastFence);
            }
            if (claimant.request().mode() == Mode.EXCLUSIVE) {
                lastFence = Math.max(lastFence, fence);
            }
        }

        @Override
        public void withdrawn(long requestId) {
            events.add(new Event.Withdrawn<>(node, requestId));
            boolean known = claimants.removeIf(claimant ->
                    claimant.node() == node && claimant.id() == requestId && claimant.stage() == Stage.CANCELLED);
            if (!known) {
                blame(Property.WITHDRAWAL, "node " + node + " withdraws request #" + requestId + ", not cancelled");
            }
        }

        @Override
        public void setTimer(TimerId timer, Wait wait) {
            events.add(new Event.TimerSet<>(node, timer));
            timers.removeIf(running -> running.is(node, timer));
            boolean forSections = wait.sections() > 0 && !wait.estimated();
            World.Timer set = new World.Timer(node, timer, wait, forSections ? requests : Counters.zero(rules.size()));
            timers.add(set);
            if (rules.assumptions().timeBound() && !wait.estimated()) {
                rounds.add(new Round(set, wait.trips() - 1));
                underway.subList(first, underway.size()).replaceAll(envelope -> envelope.in(List.copyOf(rounds)));
            }
        }

        @Override
        public void cancelTimer(TimerId timer) {
            if (timers.removeIf(running -> running.is(node, timer))) {
                events.add(new Event.TimerCancelled<>(node, timer));
            }
        }
    }
}
