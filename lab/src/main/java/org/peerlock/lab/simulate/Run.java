package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Property;

/** One run of an experiment: the nodes of an algorithm, the applications that use them, and who watches that all is well. */
final class Run<S extends Record, M> implements Applications.Desk, Adversary.Victims {

    /** So many events without an entry, while somebody waits, are taken for going round in circles. */
    private static final long LEAST_PATIENCE_EVENTS = 5_000_000;

    private final Experiment<S, M> experiment;
    private final Recorder recorder;
    final Simulator<M> simulator;
    private final Faults faults;
    final Adversary adversary;
    final Applications applications;
    private final Gauge gauge;
    final Judge judge;
    private final List<Node<S, M>> nodes = new ArrayList<>();
    private long hash = 1;

    Run(Experiment<S, M> experiment, Set<Property> demanded, Recorder recorder) {
        this.experiment = experiment;
        this.recorder = recorder;
        SplittableRandom seeds = new SplittableRandom(experiment.plan().seed());
        Experiment.Conditions conditions = experiment.conditions();
        int size = experiment.setting().nodes();
        SplittableRandom ofDelays = seeds.split();
        SplittableRandom ofNodes = seeds.split();
        SplittableRandom ofApplications = seeds.split();
        SplittableRandom ofFaults = seeds.split();
        faults = new Faults(ofFaults.split());
        simulator = new Simulator<>(conditions.channels(), conditions.delay(), faults, ofDelays, this::delivered);
        boolean mutex = experiment.setting().capacity().kind() == Capacity.Kind.MUTEX;
        gauge = new Gauge(size, experiment.plan().warmup(), mutex);
        judge = new Judge(experiment.setting().capacity(), size, simulator, demanded);
        adversary = new Adversary(conditions.faults(), size, simulator, faults, ofFaults, this);
        applications = new Applications(conditions.load(), size, simulator, faults, ofApplications, quietAfter(), this);
        Node.Surroundings<M> surroundings =
                new Node.Surroundings<>(experiment, simulator, applications, gauge, judge, recorder, ofNodes);
        for (Algorithm<S, M> algorithm : experiment.entry().create(experiment.setting())) {
            Node<S, M> node = new Node<>(nodes.size() + 1, algorithm, surroundings);
            nodes.add(node);
            simulator.add(node);
        }
    }

    /** Long enough for the last messages of one entry; under light load nobody asks before. */
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
        long patience = Math.max(LEAST_PATIENCE_EVENTS, 20L * nodes.size() * nodes.size()); // all may ask all at once
        double end = experiment.plan().duration() * Distribution.UNIT;
        while (gauge.entries() < goal && judge.violation() == null && !stalled && simulator.now() < end) {
            if (!step()) {
                stalled = judge.violation() == null;
            } else if (gauge.entries() > entries) {
                entries = gauge.entries();
                quietSince = simulator.events();
            } else {
                stalled = simulator.events() - quietSince > patience && hopeless();
            }
        }
        return measurements(stalled, began);
    }

    void begin() {
        try {
            for (Node<S, M> node : nodes) {
                node.begin();
            }
            adversary.start();
            applications.start();
        } catch (AssertionError impossible) {
            judge.impossible(impossible);
        }
    }

    /** Lets the next event happen; false if there is none, or if all is over because something went wrong. */
    boolean step() {
        try {
            return judge.violation() == null && simulator.step();
        } catch (AssertionError impossible) {
            judge.impossible(impossible);
            return false;
        }
    }

    private boolean hopeless() {
        boolean nobodyInside = nodes.stream().noneMatch(Node::isInside);
        return (nobodyInside && !wanting().isEmpty()) || nodes.stream().allMatch(node -> faults.crashed(node.me));
    }

    /** The nodes whose request is neither released nor withdrawn. */
    List<Integer> wanting() {
        return nodes.stream().filter(node -> !node.free()).map(node -> node.me).toList();
    }

    Measurements measurements(boolean stalled, long began) {
        return gauge.measurements(
                simulator.now(), stalled, judge.violation(), simulator.events(), System.nanoTime() - began, hash);
    }

    private void delivered(long time, int from, int to, M message) {
        hash = (hash ^ time) * 0x9E3779B97F4A7C15L;
        hash = (Long.rotateLeft(hash, 23) ^ ((long) from << 32 | to)) * 0x9E3779B97F4A7C15L;
        hash ^= Components.hash(message);
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
