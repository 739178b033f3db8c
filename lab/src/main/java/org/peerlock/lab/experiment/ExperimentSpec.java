package org.peerlock.lab.experiment;

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
import org.peerlock.lab.simulate.Replications;

/**
 * An experiment that can be run here or typed as a command; one is made from the other, so they cannot differ.
 *
 * <p>It starts from the conditions of the textbooks: all nodes ask again at once, a message takes T = 1, a visit E = 0.1.
 *
 * @param entry the algorithm
 * @param replications how many seeds, from 1 on
 */
public record ExperimentSpec(
        CatalogueEntry<?, ?> entry,
        GroupConfig setting,
        Experiment.Conditions conditions,
        Experiment.Plan plan,
        int replications) {

    private static final String DELAY = "constant:1";
    private static final String HOLD = "constant:0.1";

    /** An algorithm of the catalogue; after 20 entries of each node the next 100 are measured. */
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
                conditions.patience()));
    }

    public ExperimentSpec delay(String delay) {
        return with(new Experiment.Conditions(
                conditions.channels(),
                Delays.parse(delay),
                conditions.load(),
                conditions.hold(),
                conditions.readers(),
                conditions.patience()));
    }

    public ExperimentSpec hold(String hold) {
        return with(new Experiment.Conditions(
                conditions.channels(),
                conditions.delay(),
                conditions.load(),
                Distribution.parse(hold),
                conditions.readers(),
                conditions.patience()));
    }

    public ExperimentSpec channels(Network channels) {
        return with(new Experiment.Conditions(
                channels,
                conditions.delay(),
                conditions.load(),
                conditions.hold(),
                conditions.readers(),
                conditions.patience()));
    }

    private ExperimentSpec with(Experiment.Conditions other) {
        return new ExperimentSpec(entry, setting, other, plan, replications);
    }

    public ExperimentSpec permits(int permits) {
        GroupConfig other = new GroupConfig(setting.nodes(), Capacity.semaphore(permits), setting.options());
        return new ExperimentSpec(entry, other, conditions, plan, replications);
    }

    public ExperimentSpec option(String name, String value) {
        SortedMap<String, String> options = new TreeMap<>(setting.options());
        options.put(name, value);
        GroupConfig other = new GroupConfig(setting.nodes(), setting.capacity(), options);
        return new ExperimentSpec(entry, other, conditions, plan, replications);
    }

    /** How many entries are measured, and how many come before. */
    public ExperimentSpec entries(long entries, long warmup) {
        return new ExperimentSpec(
                entry, setting, conditions, new Experiment.Plan(entries, warmup, plan.seed()), replications);
    }

    public ExperimentSpec replications(int count) {
        return new ExperimentSpec(entry, setting, conditions, plan, count);
    }

    public int nodes() {
        return setting.nodes();
    }

    /** What it runs. */
    public Experiment<?, ?> experiment() {
        return experiment(entry);
    }

    private <S extends Record, M> Experiment<S, M> experiment(CatalogueEntry<S, M> of) {
        return new Experiment<>(of, setting, conditions, plan);
    }

    public Replications run() {
        return Replications.run(experiment(), replications, done -> {});
    }

    /** How a user has the same; what the command does anyway is left out. */
    public String command() {
        StringBuilder line = new StringBuilder("peerlock lab simulate " + entry.id());
        add(line, "nodes", setting.nodes(), "");
        if (setting.capacity().kind() == Capacity.Kind.SEMAPHORE) {
            add(line, "permits", setting.capacity().permits(), "");
        }
        setting.options().forEach((name, value) -> add(line, "option", name + "=" + value, ""));
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
