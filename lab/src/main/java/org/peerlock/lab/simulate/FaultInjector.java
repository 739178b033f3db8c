package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Executes a {@link FaultPlan}. Each fault has its own random numbers, so that an additional fault
 * changes nothing else that is drawn.
 */
final class FaultInjector {

    /** The nodes that faults are applied to. */
    interface Targets {

        void crash(int node);

        void restart(int node);
    }

    private final FaultPlan plan;
    private final int nodes;
    private final Simulator<?> simulator;
    private final ActiveFaults activeFaults;
    private final SplitMix64 seeds;
    private final Targets targets;
    private final long end;
    private long count;

    FaultInjector(
            FaultPlan plan,
            int nodes,
            Simulator<?> simulator,
            ActiveFaults activeFaults,
            SplitMix64 seeds,
            Targets targets) {
        this.plan = plan;
        this.nodes = nodes;
        this.simulator = simulator;
        this.activeFaults = activeFaults;
        this.seeds = seeds;
        this.targets = targets;
        end = ticks(plan.until());
    }

    /** The number of faults so far. */
    long count() {
        return count + activeFaults.disturbed();
    }

    void start() {
        double loss = 0;
        double duplication = 0;
        for (Fault fault : plan.faults()) {
            SplitMix64 random = seeds.split();
            if (fault instanceof Fault.Loss some) {
                loss = some.probability();
            } else if (fault instanceof Fault.Duplication some) {
                duplication = some.probability();
            } else if (fault instanceof Fault.Pause pause) {
                when(pause.when(), random, drawn -> pause(pause, drawn));
            } else if (fault instanceof Fault.Crash crash) {
                when(crash.when(), random, drawn -> crash(crash, drawn));
            } else if (fault instanceof Fault.Restart restart) {
                when(new Fault.When.At(restart.time()), random, drawn -> restart(restart.node()));
            } else if (fault instanceof Fault.Cut cut) {
                when(cut.when(), random, drawn -> cut(cut, drawn));
            }
        }
        activeFaults.disturb(loss, duplication);
        if (end < Long.MAX_VALUE) {
            simulator.after(end, 0, () -> activeFaults.disturb(0, 0));
        }
    }

    private void when(Fault.When when, SplitMix64 random, Consumer<SplitMix64> fault) {
        if (when instanceof Fault.When.At at) {
            simulator.after(ticks(at.time()), 0, () -> fault.accept(random));
        } else {
            again(1 / ((Fault.When.Rate) when).rate(), random, fault);
        }
    }

    private void again(double mean, SplitMix64 random, Consumer<SplitMix64> fault) {
        long wait = ticks(mean * random.nextExponential());
        if (wait < end - simulator.now()) {
            simulator.after(wait, 0, () -> {
                fault.accept(random);
                again(mean, random, fault);
            });
        }
    }

    private void pause(Fault.Pause pause, SplitMix64 random) {
        count++;
        int node = pause.node() == 0 ? 1 + random.nextInt(nodes) : pause.node();
        activeFaults.pause(node, over(pause.duration()));
    }

    /** The end of a fault that begins now. */
    private long over(double duration) {
        return Math.min(end, simulator.now() + ticks(duration));
    }

    private void crash(Fault.Crash crash, SplitMix64 random) {
        int node = crash.node() == 0 ? 1 + random.nextInt(nodes) : crash.node();
        if (activeFaults.crashed(node)) {
            return;
        }
        count++;
        activeFaults.crash(node);
        targets.crash(node);
        if (Double.isFinite(crash.downtime())) {
            simulator.after(ticks(crash.downtime()), 0, () -> restart(node));
        }
    }

    private void restart(int node) {
        if (activeFaults.crashed(node)) {
            count++;
            activeFaults.restart(node);
            targets.restart(node);
        }
    }

    private void cut(Fault.Cut cut, SplitMix64 random) {
        count++;
        List<List<Integer>> sides = cut.sides().isEmpty() ? draw(random) : cut.sides();
        for (List<Integer> side : cut.oneWay() ? sides.subList(0, 1) : sides) {
            for (List<Integer> other : sides) {
                if (side != other) {
                    cut(side, other, over(cut.duration()));
                }
            }
        }
    }

    private void cut(List<Integer> side, List<Integer> other, long until) {
        for (int from : side) {
            for (int to : other) {
                activeFaults.cut(from, to, until);
            }
        }
    }

    /** Draws two sides; in half of the cases each is a single node. */
    private List<List<Integer>> draw(SplitMix64 random) {
        List<Integer> rest =
                new ArrayList<>(IntStream.rangeClosed(1, nodes).boxed().toList());
        List<Integer> side = new ArrayList<>();
        int size = random.nextBoolean() ? 1 : 1 + random.nextInt(nodes - 1);
        while (side.size() < size) {
            side.add(rest.remove(random.nextInt(rest.size())));
        }
        boolean single = random.nextBoolean();
        return List.of(side, single ? List.of(rest.get(random.nextInt(rest.size()))) : rest);
    }

    private static long ticks(double units) {
        return Math.round(units * Distribution.UNIT);
    }
}
