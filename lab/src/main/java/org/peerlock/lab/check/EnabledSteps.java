package org.peerlock.lab.check;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.World;

/**
 * Finds out whether a step is enabled when a run is replayed in another way than it was found;
 * {@link World#apply} requires that a step is possible.
 */
final class EnabledSteps {

    private EnabledSteps() {}

    /**
     * The step as it is possible in a world, if it is. A request that leaves has used only the
     * fence of its entry. Two messages are the same if they have the same link and the same text.
     */
    static <S extends Record, M> Optional<Step<M>> match(World<S, M> world, Step<M> step) {
        int node = step.node();
        if (world.crashed().contains(node)) {
            return Optional.empty();
        } else if (step instanceof Step.Deliver<M> deliver) {
            return find(world, deliver.envelope()).filter(world::deliverable).map(Step.Deliver::new);
        } else if (step instanceof Step.Drop<M> drop) {
            return find(world, drop.envelope()).map(Step.Drop::new);
        } else if (step instanceof Step.Duplicate<M> duplicate) {
            return find(world, duplicate.envelope()).map(Step.Duplicate::new);
        } else if (step instanceof Step.Release<M> release) {
            return find(world.activeRequests(node, Stage.INSIDE), release.id())
                    .map(inside -> new Step.Release<>(node, inside.id(), inside.fence()));
        }
        return Optional.of(step).filter(same -> may(world, same));
    }

    private static <S extends Record, M> boolean may(World<S, M> world, Step<M> step) {
        int node = step.node();
        if (step instanceof Step.Ask<M> ask) {
            return ask.request().id() == world.requests(node) + 1
                    && world.mayAsk(node)
                    && world.serves(node, ask.request());
        } else if (step instanceof Step.Cancel<M> cancel) {
            return find(world.activeRequests(node, Stage.WAITING), cancel.id()).isPresent();
        } else if (step instanceof Step.Join<M> join) {
            return world.mayJoin(node, join.sponsor())
                    && isMember(world, join.sponsor())
                    && !world.crashed().contains(join.sponsor());
        } else if (step instanceof Step.Leave<M>) {
            return world.mayLeave(node);
        } else if (step instanceof Step.Fail<M> fail) {
            return isMember(world, node) && isMember(world, fail.failed());
        } else if (step instanceof Step.Expire<M> expire) {
            return world.timers().stream()
                    .anyMatch(timer ->
                            timer.node() == node && timer.id().equals(expire.timer()) && world.mayExpire(timer));
        }
        return step instanceof Step.Crash<M>;
    }

    private static boolean isMember(World<?, ?> world, int node) {
        return world.memberStatus(node) == MemberStatus.MEMBER;
    }

    private static Optional<ActiveRequest> find(List<ActiveRequest> activeRequests, long id) {
        return activeRequests.stream()
                .filter(activeRequest -> activeRequest.id() == id)
                .findFirst();
    }

    /**
     * Ignores the rounds of a message: they depend on what other nodes have done meanwhile.
     */
    private static <M> Optional<Envelope<M>> find(World<?, M> world, Envelope<M> wanted) {
        return world.underway().stream()
                .filter(envelope -> envelope.from() == wanted.from()
                        && envelope.to() == wanted.to()
                        && envelope.message().equals(wanted.message()))
                .findFirst();
    }
}
