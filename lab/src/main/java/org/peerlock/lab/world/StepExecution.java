package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.Envelope.Round;

/**
 * One step of one node while it is executed: collects its effects, and builds the next
 * {@link InternedState}.
 */
final class StepExecution<S extends Record, M> implements Effects<M> {

    private final StateInterner<S, M> stateInterner;
    private final SystemConfig<S, M> systemConfig;
    private final int node;
    private final List<ActiveRequest> activeRequests;
    private final List<World.Timer> timers;
    private long requests;
    private final List<Event<M>> events = new ArrayList<>();
    private final List<OutgoingMessage<M>> outgoing = new ArrayList<>();
    private final List<LocalOutcome.EnteredRequest> entered = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private long used;

    /** A message that the step sends. */
    private record OutgoingMessage<M>(int to, M message) {}

    private StepExecution(
            StateInterner<S, M> stateInterner,
            int node,
            List<ActiveRequest> activeRequests,
            long requests,
            List<World.Timer> timers) {
        this.stateInterner = stateInterner;
        this.systemConfig = stateInterner.systemConfig();
        this.node = node;
        this.activeRequests = new ArrayList<>(activeRequests);
        this.timers = new ArrayList<>(timers);
        this.requests = requests;
    }

    /** A node starts. */
    static <S extends Record, M> LocalOutcome<S, M> begin(
            StateInterner<S, M> stateInterner, int node, List<ActiveRequest> inside, long requests) {
        StepExecution<S, M> stepExecution = new StepExecution<>(stateInterner, node, inside, requests, List.of());
        S state = stateInterner
                .systemConfig()
                .node(node)
                .initial(stateInterner.systemConfig().start(), stepExecution);
        return stepExecution.reaction(state);
    }

    /** A node takes a step. */
    static <S extends Record, M> LocalOutcome<S, M> take(
            StateInterner<S, M> stateInterner, LocalState<S> localState, Step<M> step) {
        StepExecution<S, M> stepExecution = new StepExecution<>(
                stateInterner,
                localState.node(),
                localState.activeRequests(),
                localState.requests(),
                localState.timers());
        return stepExecution.reaction(stepExecution.take(localState.state(), step));
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
        activeRequests.add(new ActiveRequest(node, request, Stage.WAITING, 0));
        return step(state, algorithm -> algorithm.onRequest(state, request, this));
    }

    private S cancel(S state, long id) {
        change(find(id, Stage.WAITING), Stage.CANCELLED, 0);
        return step(state, algorithm -> algorithm.onCancel(state, id, this));
    }

    private S release(S state, long id, long fence) {
        ActiveRequest leaving = find(id, Stage.INSIDE);
        activeRequests.remove(leaving);
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

    /** One step of a node of a membership algorithm. */
    private interface MemberStep<S extends Record, M> {
        S apply(MembershipAlgorithm<S, M> algorithm);
    }

    private S memberStep(S state, MemberStep<S, M> step) {
        MembershipAlgorithm<S, M> member = systemConfig.member(node).orElseThrow();
        return step(state, algorithm -> step.apply(member));
    }

    /** Runs a step of the algorithm; an {@link AssertionError} is a violation like any other. */
    private S step(S before, NodeStep<S, M> step) {
        try {
            S after = step.apply(systemConfig.node(node));
            systemConfig.member(node).ifPresent(member -> compare(member.status(before), member.status(after)));
            return after;
        } catch (AssertionError impossible) {
            reportViolation(Property.EXPECTATION, "node " + node + ": " + impossible.getMessage());
        } catch (RuntimeException defect) {
            reportViolation(Property.EXPECTATION, "node " + node + ": " + defect);
        }
        return before;
    }

    /**
     * Records that the node has become a member or is no longer one; then its requests are lost. If
     * it was inside it is so no longer, because {@link MembershipAlgorithm} obliges drivers to end
     * its critical section; entries of others before that were checked when they happened.
     */
    private void compare(MemberStatus before, MemberStatus after) {
        if (before == after) {
            return;
        }
        if (after == MemberStatus.MEMBER) {
            events.add(new Event.Joined<>(node));
        } else if (after == MemberStatus.OUTSIDE) {
            events.add(before == MemberStatus.LEAVING ? new Event.Left<>(node) : new Event.DroppedOut<>(node));
            activeRequests.clear();
        }
    }

    private ActiveRequest find(long id, Stage stage) {
        for (ActiveRequest activeRequest : activeRequests) {
            if (activeRequest.id() == id && activeRequest.stage() == stage) {
                return activeRequest;
            }
        }
        throw new IllegalArgumentException("node " + node + " has no request #" + id + " that is " + stage);
    }

    private void change(ActiveRequest activeRequest, Stage stage, long fence) {
        activeRequests.set(activeRequests.indexOf(activeRequest), activeRequest.to(stage, fence));
    }

    private void reportViolation(Property property, String sentence) {
        violations.add(new Violation(property, sentence));
    }

    private LocalOutcome<S, M> reaction(S state) {
        LocalState<S> localState =
                new LocalState<>(node, state, List.copyOf(activeRequests), requests, List.copyOf(timers));
        List<Round> belongsTo = List.copyOf(rounds);
        events.forEach(stateInterner.coverage()::note);
        return new LocalOutcome<>(
                stateInterner.of(localState),
                outgoing.stream()
                        .map(message -> stateInterner.envelope(node, message.to(), message.message(), belongsTo))
                        .toList(),
                List.copyOf(entered),
                used,
                List.copyOf(events),
                List.copyOf(violations));
    }

    // the effects of the algorithm

    @Override
    public void send(int to, M message) {
        Expect.that(to != node && to >= 1 && to <= systemConfig.size(), "a node sends to another one that exists");
        events.add(new Event.Sent<>(node, to, message));
        outgoing.add(new OutgoingMessage<>(to, message));
    }

    @Override
    public void broadcast(M message) {
        events.add(new Event.Broadcast<>(node, message));
        for (int to = 1; to <= systemConfig.size(); to++) {
            if (to != node || systemConfig.assumptions().medium() == Medium.SEQUENCED) {
                outgoing.add(new OutgoingMessage<>(to, message));
            }
        }
    }

    @Override
    public void enter(long requestId, long fence) {
        events.add(new Event.Entered<>(node, requestId, fence));
        for (ActiveRequest activeRequest : activeRequests) {
            if (activeRequest.id() == requestId && activeRequest.stage() == Stage.WAITING) {
                entered.add(new LocalOutcome.EnteredRequest(activeRequest.request(), fence));
                change(activeRequest, Stage.INSIDE, fence);
                return;
            }
        }
        reportViolation(
                Property.WITHDRAWAL, "node " + node + " enters with request #" + requestId + ", which does not wait");
    }

    @Override
    public void withdrawn(long requestId) {
        events.add(new Event.Withdrawn<>(node, requestId));
        boolean known = activeRequests.removeIf(
                activeRequest -> activeRequest.id() == requestId && activeRequest.stage() == Stage.CANCELLED);
        if (!known) {
            reportViolation(
                    Property.WITHDRAWAL, "node " + node + " withdraws request #" + requestId + ", not cancelled");
        }
    }

    @Override
    public void setTimer(TimerId timer, Timeout timeout) {
        events.add(new Event.TimerSet<>(node, timer));
        timers.removeIf(running -> running.id().equals(timer));
        timers.add(World.Timer.set(node, timer, timeout));
        if (systemConfig.assumptions().timeBound() && !timeout.estimated()) {
            rounds.add(new Round(node, timer, timeout, timeout.trips() - 1));
        }
    }

    @Override
    public void cancelTimer(TimerId timer) {
        if (timers.removeIf(running -> running.id().equals(timer))) {
            events.add(new Event.TimerCancelled<>(node, timer));
        }
    }
}
