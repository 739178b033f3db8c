package org.peerlock.lab.check;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Contention;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.World;

/**
 * Asks in every state of a system every node inside for its contention, and counts the answers.
 */
final class ContentionCount<S extends Record, M> implements Model<ModelState<S, M>, Step<M>> {

    private final LockModel<S, M> model;
    private final SortedMap<String, Long> answers = new TreeMap<>();

    ContentionCount(LockModel<S, M> model) {
        this.model = model;
    }

    /** How often each node gave each answer so far. */
    SortedMap<String, Long> answers() {
        return answers;
    }

    @Override
    public List<ModelState<S, M>> initial() {
        return model.initial();
    }

    @Override
    public long fingerprint(ModelState<S, M> modelState) {
        return model.fingerprint(modelState);
    }

    @Override
    public void expand(ModelState<S, M> modelState, SuccessorSink<ModelState<S, M>, Step<M>> successorSink) {
        World<S, M> world = modelState.world();
        for (ActiveRequest inside : world.activeRequests(Stage.INSIDE)) {
            Contention contention =
                    world.systemConfig().nodes().get(inside.node() - 1).contention(world.state(inside.node()));
            answers.merge(inside.node() + " " + contention, 1L, Long::sum);
        }
        model.expand(modelState, successorSink);
    }
}
