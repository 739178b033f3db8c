package org.peerlock.lab.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Distribution;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Fault;
import org.peerlock.lab.simulate.FaultPlan;
import org.peerlock.lab.simulate.SplitMix64;

/**
 * Draws all parameters of a run from a seed. Times are multiples of the mean message delay.
 */
final class SwarmRunGenerator {

    private static final int USUAL_NODES = 7;
    private static final int MAX_NODES = 30;

    private final SwarmTarget swarmTarget;
    private final long seed;
    private final SplitMix64 random;

    SwarmRunGenerator(SwarmTarget swarmTarget, long seed) {
        this.swarmTarget = swarmTarget;
        this.seed = seed;
        random = new SplitMix64(~seed); // independent of the random numbers of the run itself
    }

    SwarmRun generate() {
        return generate(swarmTarget.entry());
    }

    private <S extends Record, M> SwarmRun generate(CatalogueEntry<S, M> entry) {
        Network network = pick(List.copyOf(swarmTarget.demands().keySet()));
        GroupConfig config = config();
        Delays delay = delay();
        double unit = delay.mean();
        Distribution hold = time(unit * pick(0.02, 0.1, 1.0, 5.0));
        double pace = unit + hold.mean();
        double until = rounded(pace * StrictMath.exp(between(StrictMath.log(30), StrictMath.log(600))));
        Experiment.Conditions conditions = new Experiment.Conditions(
                network,
                delay,
                load(pace, config.nodes()),
                hold,
                config.capacity().kind() == Capacity.Kind.READ_WRITE ? rounded(random.nextDouble()) : 0,
                timeout(pace, config.nodes()),
                new FaultPlan(faults(pace, until), until));
        Experiment<S, M> experiment = new Experiment<>(entry, config, conditions, new Experiment.Plan(1, 0, seed));
        experiment.check();
        return new SwarmRun(swarmTarget, seed, experiment, until, swarmTarget.demandedOn(network));
    }

    private GroupConfig config() {
        int most = random.nextInt(10) == 0 ? MAX_NODES : USUAL_NODES;
        int nodes = 2 + random.nextInt(most - 1);
        GroupConfig plain = new GroupConfig(nodes, capacity(nodes), new TreeMap<>());
        if (!possible(plain)) {
            plain = GroupConfig.mutex(nodes);
        }
        GroupConfig chosen = new GroupConfig(
                nodes,
                plain.capacity(),
                OptionGenerator.draw(swarmTarget.entry().options(), nodes, random));
        return possible(chosen) ? chosen : plain;
    }

    private Capacity capacity(int nodes) {
        return switch (pick(List.copyOf(swarmTarget.entry().profile().serves()))) {
            case MUTEX -> Capacity.mutex();
            case READ_WRITE -> Capacity.readWrite();
            case SEMAPHORE -> Capacity.semaphore(1 + random.nextInt(nodes));
        };
    }

    /**
     * Whether the algorithm accepts the configuration: an option may not fit the number of nodes or
     * the kind of lock.
     */
    private boolean possible(GroupConfig config) {
        try {
            swarmTarget.entry().create(config);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Assumptions assumptions() {
        return swarmTarget.entry().profile().assumptions();
    }

    /**
     * The last two have no bound; occasionally a message takes hundreds of times as long as
     * another.
     */
    private Delays delay() {
        List<String> kinds = List.of(
                "constant:1",
                "uniform:0,2",
                "uniform:0.9,1.1",
                "wan",
                "matrix:0.1,1,5;1,0.1,1;5,1,0.1",
                "exponential:1",
                "lognormal:0.5,2");
        return Delays.parse(pick(assumptions().timeBound() ? kinds.subList(0, 5) : kinds));
    }

    private Distribution time(double mean) {
        double rounded = rounded(mean);
        return pick(List.of(
                new Distribution.Constant(rounded),
                new Distribution.Uniform(0, rounded(2 * mean)),
                new Distribution.Exponential(rounded)));
    }

    private ArrivalPattern load(double pace, int nodes) {
        double rate = rounded(pick(0.3, 1.0, 3.0) / (pace * nodes));
        return pick(List.of(
                new ArrivalPattern.Saturated(),
                new ArrivalPattern.Saturated(),
                new ArrivalPattern.Think(time(pace * pick(0.1, 1.0, 10.0))),
                new ArrivalPattern.Poisson(rate),
                new ArrivalPattern.Burst(rounded(pace * nodes * pick(0.5, 2.0)), 0),
                new ArrivalPattern.Hotspot(0.7, rate),
                new ArrivalPattern.Light()));
    }

    private Optional<Distribution> timeout(double pace, int nodes) {
        return random.nextBoolean() ? Optional.of(time(pace * pick(0.3, 1.0, nodes))) : Optional.empty();
    }

    /** The faults that are possible on a reliable network with nodes that do not fail. */
    private List<Fault> faults(double pace, double until) {
        List<Fault> faults = new ArrayList<>();
        if (assumptions().timeBound()) {
            return faults; // each of these faults would break the bound on delays
        }
        if (random.nextBoolean()) {
            faults.add(new Fault.Pause(often(until), 0, rounded(pace * pick(1.0, 5.0, 30.0))));
        }
        boolean links = assumptions().medium() != Medium.SEQUENCED;
        for (boolean oneWay : List.of(true, false)) {
            if (links && random.nextInt(3) == 0) {
                faults.add(new Fault.Cut(often(until), List.of(), oneWay, rounded(pace * pick(1.0, 5.0, 30.0))));
            }
        }
        return faults;
    }

    private Fault.When often(double until) {
        return new Fault.When.Rate(rounded(pick(3.0, 10.0, 50.0) / until));
    }

    private double between(double least, double most) {
        return least + (most - least) * random.nextDouble();
    }

    private double pick(double... values) {
        return values[random.nextInt(values.length)];
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Rounds to a few digits, for readers. */
    private static double rounded(double value) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.3g", value));
    }
}
