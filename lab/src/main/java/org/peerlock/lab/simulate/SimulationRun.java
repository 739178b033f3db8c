package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Property;

/**
 * One run of an experiment: the nodes of an algorithm, the applications that use them, and the
 * monitor that checks the properties.
 */
final class SimulationRun<S extends Record, M> implements Applications.RequestHandler, FaultInjector.Targets {

    /**
     * A run counts as a livelock after this many events without an entry while a request waits.
     */
    private static final long MIN_STALL_EVENTS = 5_000_000;

    private final Experiment<S, M> experiment;
    private final Recorder recorder;
    final Simulator<M> simulator;
    private final ActiveFaults activeFaults;
    final FaultInjector faultInjector;
    final Applications applications;
    private final MeasurementCollector measurementCollector;
    final PropertyMonitor propertyMonitor;
    private final List<AlgorithmNode<S, M>> nodes = new ArrayList<>();
    private long hash = 1;

    SimulationRun(Experiment<S, M> experiment, Set<Property> demanded, Recorder recorder) {
        this.experiment = experiment;
        this.recorder = recorder;
        SplitMix64 seeds = new SplitMix64(experiment.plan().seed());
        Experiment.Conditions conditions = experiment.conditions();
        int size = experiment.config().nodes();
        SplitMix64 ofDelays = seeds.split();
        SplitMix64 ofNodes = seeds.split();
        SplitMix64 ofApplications = seeds.split();
        SplitMix64 ofFaults = seeds.split();
        activeFaults = new ActiveFaults(ofFaults.split());
        simulator = new Simulator<>(conditions.channels(), conditions.delay(), activeFaults, ofDelays, this::delivered);
        boolean mutex = experiment.config().capacity().kind() == Capacity.Kind.MUTEX;
        measurementCollector = new MeasurementCollector(size, experiment.plan().warmup(), mutex);
        propertyMonitor = new PropertyMonitor(experiment.config().capacity(), size, simulator, demanded);
        faultInjector = new FaultInjector(conditions.faults(), size, simulator, activeFaults, ofFaults, this);
        applications =
                new Applications(conditions.load(), size, simulator, activeFaults, ofApplications, quietAfter(), this);
        AlgorithmNode.Environment<M> environment = new AlgorithmNode.Environment<>(
                experiment, simulator, applications, measurementCollector, propertyMonitor, recorder, ofNodes);
        for (Algorithm<S, M> algorithm : experiment.entry().create(experiment.config())) {
            AlgorithmNode<S, M> algorithmNode = new AlgorithmNode<>(nodes.size() + 1, algorithm, environment);
            nodes.add(algorithmNode);
            simulator.add(algorithmNode);
        }
    }

    /**
     * Long enough for the last messages of one entry; under light load no request is made before.
     */
    private long quietAfter() {
        return Math.round(
                20 * (experiment.messageDelay() + experiment.conditions().hold().mean()) * Distribution.UNIT);
    }

    Measurements run() {
        long began = System.nanoTime();
        begin();
        long goal = experiment.plan().warmup() + experiment.plan().entries();
        long entries = 0;
        long quietSince = 0;
        boolean stalled = false;
        long stallEvents =
                Math.max(MIN_STALL_EVENTS, 20L * nodes.size() * nodes.size()); // all nodes may ask all others at once
        double end = experiment.plan().duration() * Distribution.UNIT;
        while (measurementCollector.entries() < goal
                && propertyMonitor.violation() == null
                && !stalled
                && simulator.now() < end) {
            if (!step()) {
                stalled = propertyMonitor.violation() == null;
            } else if (measurementCollector.entries() > entries) {
                entries = measurementCollector.entries();
                quietSince = simulator.events();
            } else {
                stalled = simulator.events() - quietSince > stallEvents && hopeless();
            }
        }
        return measurements(stalled, began);
    }

    void begin() {
        try {
            for (AlgorithmNode<S, M> algorithmNode : nodes) {
                algorithmNode.begin();
            }
            faultInjector.start();
            applications.start();
        } catch (AssertionError impossible) {
            propertyMonitor.impossible(impossible);
        }
    }

    /**
     * Processes the next event; false if there is none, or if a violation has ended the run.
     */
    boolean step() {
        try {
            return propertyMonitor.violation() == null && simulator.step();
        } catch (AssertionError impossible) {
            propertyMonitor.impossible(impossible);
            return false;
        }
    }

    private boolean hopeless() {
        boolean nobodyInside = nodes.stream().noneMatch(AlgorithmNode::isInside);
        return (nobodyInside && !wanting().isEmpty())
                || nodes.stream().allMatch(algorithmNode -> activeFaults.crashed(algorithmNode.me));
    }

    /** The nodes whose request is neither released nor withdrawn. */
    List<Integer> wanting() {
        return nodes.stream()
                .filter(algorithmNode -> !algorithmNode.free())
                .map(algorithmNode -> algorithmNode.me)
                .toList();
    }

    Measurements measurements(boolean stalled, long began) {
        return measurementCollector.measurements(
                simulator.now(),
                stalled,
                propertyMonitor.violation(),
                simulator.events(),
                System.nanoTime() - began,
                hash);
    }

    private void delivered(long time, int from, int to, M message) {
        hash = (hash ^ time) * 0x9E3779B97F4A7C15L;
        hash = (Long.rotateLeft(hash, 23) ^ ((long) from << 32 | to)) * 0x9E3779B97F4A7C15L;
        hash ^= MessageComponents.hash(message);
        recorder.delivered(time, from, to, message);
    }

    @Override
    public boolean free(int node) {
        return nodes.get(node - 1).free();
    }

    @Override
    public void ask(int node, long since) {
        nodes.get(node - 1).ask(since);
    }

    @Override
    public void crash(int node) {
        nodes.get(node - 1).crash();
        applications.crashed(node);
    }

    @Override
    public void restart(int node) {
        nodes.get(node - 1).begin();
        applications.restarted(node);
    }
}
