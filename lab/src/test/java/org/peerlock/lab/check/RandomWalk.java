package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.World;

/** A random run. */
final class RandomWalk {

    private RandomWalk() {}

    /** Runs until the property is violated, no step is enabled, or the limit is reached. */
    static <S extends Record, M> Replay<S, M> randomly(
            SystemConfig<S, M> systemConfig, Property property, OptionalInt maxOvertakes, Random random, int steps) {
        Replay<S, M> replay = Replay.start(systemConfig, property, maxOvertakes);
        while (replay.violation().isEmpty() && replay.steps().size() < steps) {
            List<Replay<S, M>> all = new ArrayList<>();
            for (Step<M> step : thinkable(replay.world())) {
                replay.next(step).ifPresent(all::add);
            }
            if (all.isEmpty()) {
                break;
            }
            replay = all.get(random.nextInt(all.size()));
        }
        return replay;
    }

    private static <S extends Record, M> List<Step<M>> thinkable(World<S, M> world) {
        List<Step<M>> steps = new ArrayList<>();
        for (int node = 1; node <= world.size(); node++) {
            for (Request kind : Workload.of(world.systemConfig().capacity(), 1).kinds()) {
                long id = world.requests(node) + 1;
                steps.add(new Step.Ask<>(node, new Request(id, kind.mode(), kind.permits(), 1)));
            }
        }
        for (Envelope<M> envelope : world.underway()) {
            steps.add(new Step.Deliver<>(envelope));
        }
        for (ActiveRequest activeRequest : world.activeRequests()) {
            steps.add(new Step.Release<>(activeRequest.node(), activeRequest.id(), activeRequest.fence()));
            steps.add(new Step.Cancel<>(activeRequest.node(), activeRequest.id()));
        }
        for (World.Timer timer : world.timers()) {
            steps.add(new Step.Expire<>(timer.node(), timer.id()));
        }
        return steps;
    }
}
