package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Envelope.Round;

/** One step at one site in the making: the parts of the next {@link Site}, which the step's effects change one by one. */
final class Turn<S extends Record, M> implements Effects<M> {

    private final Sites<S, M> sites;
    private final Rules<S, M> rules;
    private final int node;
    private final List<Claimant> claimants;
    private final List<World.Timer> timers;
    private long requests;
    private final List<Event<M>> events = new ArrayList<>();
    private final List<Letter<M>> letters = new ArrayList<>();
    private final List<Reaction.Entry> entered = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private long used;

    /** A message to be sent. */
    private record Letter<M>(int to, M message) {}

    private Turn(Sites<S, M> sites, int node, List<Claimant> claimants, long requests, List<World.Timer> timers) {
        this.sites = sites;
        this.rules = sites.rules();
        this.node = node;
        this.claimants = new ArrayList<>(claimants);
        this.timers = new ArrayList<>(timers);
        this.requests = requests;
    }

    /** A node starts. */
    static <S extends Record, M> Reaction<S, M> begin(
            Sites<S, M> sites, int node, List<Claimant> inside, long requests) {
        Turn<S, M> turn = new Turn<>(sites, node, inside, requests, List.of());
        S state = sites.rules().node(node).initial(sites.rules().start(), turn);
        return turn.reaction(state);
    }

    /** A step is taken at a site. */
    static <S extends Record, M> Reaction<S, M> take(Sites<S, M> sites, Local<S> local, Step<M> step) {
        Turn<S, M> turn = new Turn<>(sites, local.node(), local.claimants(), local.requests(), local.timers());
        return turn.reaction(turn.take(local.state(), step));
    }

    private S take(S state, Step<M> step) {
        if (step instanceof Step.Ask<M> ask) {
            return ask(state, ask.request());
        } else if (step instanceof Step.Cancel<M> cancel) {
            return cancel(state, cancel.id());
        } else if (step instanceof Step.Release<M> release) {
            return release(state, release.id(), release.lastFence());
        } else if (step instanceof Step.Deliver<M> deliver) {
            return deliver(state, deliver.envelope());
        } else if (step instanceof Step.Join<M> join) {
            return memberStep(state, member -> member.onJoin(state, join.sponsor(), this));
        } else if (step instanceof Step.Leave<M>) {
            return memberStep(state, member -> member.onLeave(state, this));
        } else if (step instanceof Step.Fail<M> fail) {
            return memberStep(state, member -> member.onFailure(state, fail.failed(), this));
        } else if (step instanceof Step.Expire<M> expire) {
            return expire(state, expire.timer());
        }
        throw new IllegalArgumentException("not a step of a node: " + step);
    }

    private S ask(S state, Request request) {
        requests = request.id();
        claimants.add(new Claimant(node, request, Stage.WAITING, 0));
        return step(state, algorithm -> algorithm.onRequest(state, request, this));
    }

    private S cancel(S state, long id) {
        change(find(id, Stage.WAITING), Stage.CANCELLED, 0);
        return step(state, algorithm -> algorithm.onCancel(state, id, this));
    }

    private S release(S state, long id, long fence) {
        Claimant leaving = find(id, Stage.INSIDE);
        claimants.remove(leaving);
        if (leaving.request().mode() == Mode.EXCLUSIVE) {
            used = fence;
        }
        return step(state, algorithm -> algorithm.onRelease(state, id, fence, this));
    }

    private S deliver(S state, Envelope<M> envelope) {
        rounds.addAll(envelope.next());
        return step(state, algorithm -> algorithm.onMessage(state, envelope.from(), envelope.message(), this));
    }

    private S expire(S state, TimerId timer) {
        Expect.that(timers.removeIf(running -> running.id().equals(timer)), "only a timer that runs can expire");
        return step(state, algorithm -> algorithm.onTimer(state, timer, this));
    }

    /** One step of a node's algorithm. */
    private interface NodeStep<S extends Record, M> {
        S apply(Algorithm<S, M> algorithm);
    }

    /** One step of a node that comes or goes. */
    private interface MemberStep<S extends Record, M> {
        S apply(MembershipAlgorithm<S, M> algorithm);
    }

    private S memberStep(S state, MemberStep<S, M> step) {
        MembershipAlgorithm<S, M> member = rules.member(node).orElseThrow();
        return step(state, algorithm -> step.apply(member));
    }

    /** Runs a step of the algorithm; what it takes for impossible is a violation like any other. */
    private S step(S before, NodeStep<S, M> step) {
        try {
            S after = step.apply(rules.node(node));
            rules.member(node).ifPresent(member -> compare(member.standing(before), member.standing(after)));
            return after;
        } catch (AssertionError impossible) {
            blame(Property.EXPECTATION, "node " + node + ": " + impossible.getMessage());
        } catch (RuntimeException defect) {
            blame(Property.EXPECTATION, "node " + node + ": " + defect);
        }
        return before;
    }

    /**
     * Notes that the node has become a member or is one no longer: what it had asked for is then lost. If it was inside it is so
     * no longer, for {@link MembershipAlgorithm} wants drivers to end its section; whoever entered before that was judged then.
     */
    private void compare(Standing before, Standing after) {
        if (before == after) {
            return;
        }
        if (after == Standing.MEMBER) {
            events.add(new Event.Joined<>(node));
        } else if (after == Standing.OUTSIDE) {
            events.add(before == Standing.LEAVING ? new Event.Left<>(node) : new Event.DroppedOut<>(node));
            claimants.clear();
        }
    }

    private Claimant find(long id, Stage stage) {
        for (Claimant claimant : claimants) {
            if (claimant.id() == id && claimant.stage() == stage) {
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

    private Reaction<S, M> reaction(S state) {
        Local<S> local = new Local<>(node, state, List.copyOf(claimants), requests, List.copyOf(timers));
        List<Round> belongsTo = List.copyOf(rounds);
        events.forEach(sites.sightings()::note);
        return new Reaction<>(
                sites.of(local),
                letters.stream()
                        .map(letter -> sites.envelope(node, letter.to(), letter.message(), belongsTo))
                        .toList(),
                List.copyOf(entered),
                used,
                List.copyOf(events),
                List.copyOf(violations));
    }

    // what the algorithm wants done

    @Override
    public void send(int to, M message) {
        Expect.that(to != node && to >= 1 && to <= rules.size(), "a node sends to another one that exists");
        events.add(new Event.Sent<>(node, to, message));
        letters.add(new Letter<>(to, message));
    }

    @Override
    public void broadcast(M message) {
        events.add(new Event.Broadcast<>(node, message));
        for (int to = 1; to <= rules.size(); to++) {
            if (to != node || rules.assumptions().medium() == Medium.SEQUENCED) {
                letters.add(new Letter<>(to, message));
            }
        }
    }

    @Override
    public void enter(long requestId, long fence) {
        events.add(new Event.Entered<>(node, requestId, fence));
        for (Claimant claimant : claimants) {
            if (claimant.id() == requestId && claimant.stage() == Stage.WAITING) {
                entered.add(new Reaction.Entry(claimant.request(), fence));
                change(claimant, Stage.INSIDE, fence);
                return;
            }
        }
        blame(Property.WITHDRAWAL, "node " + node + " enters with request #" + requestId + ", which does not wait");
    }

    @Override
    public void withdrawn(long requestId) {
        events.add(new Event.Withdrawn<>(node, requestId));
        boolean known =
                claimants.removeIf(claimant -> claimant.id() == requestId && claimant.stage() == Stage.CANCELLED);
        if (!known) {
            blame(Property.WITHDRAWAL, "node " + node + " withdraws request #" + requestId + ", not cancelled");
        }
    }

    @Override
    public void setTimer(TimerId timer, Wait wait) {
        events.add(new Event.TimerSet<>(node, timer));
        timers.removeIf(running -> running.id().equals(timer));
        timers.add(World.Timer.set(node, timer, wait));
        if (rules.assumptions().timeBound() && !wait.estimated()) {
            rounds.add(new Round(node, timer, wait, wait.trips() - 1));
        }
    }

    @Override
    public void cancelTimer(TimerId timer) {
        if (timers.removeIf(running -> running.id().equals(timer))) {
            events.add(new Event.TimerCancelled<>(node, timer));
        }
    }
}
