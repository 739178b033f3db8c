package org.peerlock.lab.check;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Wanted;
import org.peerlock.lab.world.Claimant;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.World;

/** Asks in every state of a system all who are inside whether they are wanted, and counts the answers. */
final class WantedCount<S extends Record, M> implements Model<Situation<S, M>, Step<M>> {

    private final LockModel<S, M> model;
    private final SortedMap<String, Long> answers = new TreeMap<>();

    WantedCount(LockModel<S, M> model) {
        this.model = model;
    }

    /** How often each node gave each answer so far. */
    SortedMap<String, Long> answers() {
        return answers;
    }

    @Override
    public List<Situation<S, M>> initial() {
        return model.initial();
    }

    @Override
    public long fingerprint(Situation<S, M> situation) {
        return model.fingerprint(situation);
    }

    @Override
    public void expand(Situation<S, M> situation, Steps<Situation<S, M>, Step<M>> steps) {
        World<S, M> world = situation.world();
        for (Claimant inside : world.claimants(Stage.INSIDE)) {
            Wanted wanted = world.rules().nodes().get(inside.node() - 1).wanted(world.state(inside.node()));
            answers.merge(inside.node() + " " + wanted, 1L, Long::sum);
        }
        model.expand(situation, steps);
    }
}
