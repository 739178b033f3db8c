package org.peerlock.lab.experiment;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Distribution;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Fault;
import org.peerlock.lab.simulate.FaultPlan;
import org.peerlock.lab.simulate.Replications;

/**
 * An experiment that can be run here or as a command. The command is generated from the experiment,
 * so they cannot differ.
 *
 * <p>It starts from the conditions of the textbooks: saturated load, message delay T = 1, critical
 * section E = 0.1.
 *
 * @param entry the algorithm
 * @param replications how many seeds, from 1 on
 */
public record ExperimentSpec(
        CatalogueEntry<?, ?> entry,
        GroupConfig config,
        Experiment.Conditions conditions,
        Experiment.Plan plan,
        int replications) {

    private static final String DELAY = "constant:1";
    private static final String HOLD = "constant:0.1";

    /**
     * An algorithm of the catalogue; the warm-up has 20 entries for each node, and the next 100 are
     * measured.
     */
    public static ExperimentSpec of(String algorithm, int nodes) {
        CatalogueEntry<?, ?> entry = Catalogue.find(algorithm).orElseThrow();
        Experiment.Conditions conditions = new Experiment.Conditions(
                entry.profile().assumptions().weakest(),
                Delays.parse(DELAY),
                new ArrivalPattern.Saturated(),
                Distribution.parse(HOLD),
                0,
                Optional.empty());
        return new ExperimentSpec(
                entry, GroupConfig.mutex(nodes), conditions, new Experiment.Plan(100L * nodes, 20L * nodes, 1), 1);
    }

    public ExperimentSpec load(String load) {
        return with(new Experiment.Conditions(
                conditions.channels(),
                conditions.delay(),
                ArrivalPattern.parse(load),
                conditions.hold(),
                conditions.readers(),
                conditions.timeout()));
    }

    public ExperimentSpec delay(String delay) {
        return with(new Experiment.Conditions(
                conditions.channels(),
                Delays.parse(delay),
                conditions.load(),
                conditions.hold(),
                conditions.readers(),
                conditions.timeout()));
    }

    public ExperimentSpec hold(String hold) {
        return with(new Experiment.Conditions(
                conditions.channels(),
                conditions.delay(),
                conditions.load(),
                Distribution.parse(hold),
                conditions.readers(),
                conditions.timeout()));
    }

    public ExperimentSpec channels(Network channels) {
        return with(new Experiment.Conditions(
                channels,
                conditions.delay(),
                conditions.load(),
                conditions.hold(),
                conditions.readers(),
                conditions.timeout()));
    }

    private ExperimentSpec with(Experiment.Conditions other) {
        return new ExperimentSpec(entry, config, other, plan, replications);
    }

    public ExperimentSpec permits(int permits) {
        GroupConfig other = new GroupConfig(config.nodes(), Capacity.semaphore(permits), config.options());
        return new ExperimentSpec(entry, other, conditions, plan, replications);
    }

    /** A read-write lock, where this share of the requests reads. */
    public ExperimentSpec readers(double share) {
        GroupConfig other = new GroupConfig(config.nodes(), Capacity.readWrite(), config.options());
        Experiment.Conditions changed = new Experiment.Conditions(
                conditions.channels(),
                conditions.delay(),
                conditions.load(),
                conditions.hold(),
                share,
                conditions.timeout());
        return new ExperimentSpec(entry, other, changed, plan, replications);
    }

    /** With a fault. */
    public ExperimentSpec fault(String fault) {
        return with(conditions.with(FaultPlan.of(List.of(Fault.parse(fault)))));
    }

    public ExperimentSpec option(String name, String value) {
        SortedMap<String, String> options = new TreeMap<>(config.options());
        options.put(name, value);
        GroupConfig other = new GroupConfig(config.nodes(), config.capacity(), options);
        return new ExperimentSpec(entry, other, conditions, plan, replications);
    }

    /** How many entries are measured, and how many belong to the warm-up. */
    public ExperimentSpec entries(long entries, long warmup) {
        return new ExperimentSpec(
                entry, config, conditions, new Experiment.Plan(entries, warmup, plan.seed()), replications);
    }

    public ExperimentSpec replications(int count) {
        return new ExperimentSpec(entry, config, conditions, plan, count);
    }

    public int nodes() {
        return config.nodes();
    }

    /** The experiment. */
    public Experiment<?, ?> experiment() {
        return experiment(entry);
    }

    private <S extends Record, M> Experiment<S, M> experiment(CatalogueEntry<S, M> of) {
        return new Experiment<>(of, config, conditions, plan);
    }

    public Replications run() {
        return Replications.run(experiment(), replications, done -> {});
    }

    /** The command for the same experiment, without options that have their defaults. */
    public String command() {
        StringBuilder line = new StringBuilder("peerlock lab simulate " + entry.id());
        add(line, "nodes", config.nodes(), "");
        if (config.capacity().kind() == Capacity.Kind.SEMAPHORE) {
            add(line, "permits", config.capacity().permits(), "");
        }
        if (config.capacity().kind() == Capacity.Kind.READ_WRITE) {
            add(line, "readers", conditions.readers(), "");
        }
        config.options().forEach((name, value) -> add(line, "option", name + "=" + value, ""));
        conditions.faults().faults().forEach(fault -> add(line, "fault", fault, ""));
        add(line, "load", conditions.load(), "saturated");
        add(line, "delay", conditions.delay(), DELAY);
        add(line, "hold", conditions.hold(), HOLD);
        add(
                line,
                "channels",
                conditions.channels().name().toLowerCase(Locale.ROOT),
                entry.profile().assumptions().weakest().name().toLowerCase(Locale.ROOT));
        add(line, "entries", plan.entries(), "10000");
        add(line, "warmup", plan.warmup(), "1000");
        add(line, "seed", plan.seed(), "1");
        add(line, "replications", replications, "1");
        return line.toString();
    }

    private static void add(StringBuilder line, String option, Object value, String otherwise) {
        if (!value.toString().equals(otherwise)) {
            line.append(" --").append(option).append(' ').append(value);
        }
    }
}
