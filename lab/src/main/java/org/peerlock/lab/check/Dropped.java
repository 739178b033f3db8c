package org.peerlock.lab.check;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.lab.world.Churn;

/** An assumption that does not hold: what becomes of an algorithm without it. */
public enum Dropped {
    /** Messages of a link overtake each other. */
    ORDER(Churn.none()),
    /** One message is under way twice. */
    NO_DUPLICATION(Churn.duplication()),
    /** One message is lost. */
    NO_LOSS(Churn.loss()),
    /** One node stops for good. */
    NO_CRASH(Churn.crash()),
    /** One timer expires before the messages that it waits for have arrived, and one before its estimated time. */
    TIME_BOUND(Churn.haste().withEarly(1));

    /** More than any of the systems needs that break; larger ones are not searched to the end. */
    private static final long LIMIT = 400_000;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Churn churn;

    Dropped(Churn churn) {
        this.churn = churn;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether the algorithm makes this assumption. */
    public boolean isAssumedBy(Entry<?, ?> entry) {
        return switch (this) {
            case ORDER -> !entry.profile().assumptions().claims().containsKey(Network.UNORDERED);
            case TIME_BOUND -> entry.profile().assumptions().timeBound();
            case NO_DUPLICATION, NO_LOSS, NO_CRASH -> true;
        };
    }

    /**
     * What was found.
     *
     * @param broken for each property that is broken the steps of a shortest story, in the smallest system that breaks any
     * @param complete whether, where nothing is broken, all systems were searched to the end
     */
    public record Damage(Map<Property, Integer> broken, int nodes, int entries, boolean complete) {}

    /** Searches small systems until one breaks: of two nodes with one and two entries each, then of three nodes. */
    public Damage of(Entry<?, ?> entry) {
        boolean complete = true;
        for (Case one : Case.of(entry)) {
            boolean small = one.nodes() == 2 || (one.nodes() == 3 && one.entries() == 1);
            if (one.variant() == Case.Variant.PLAIN && one.network() == network(entry) && small) {
                Map<Property, Integer> broken = new EnumMap<>(Property.class);
                for (Property property : claimed(entry)) {
                    Report<?> report = check(one.check(), property);
                    report.counterexample()
                            .ifPresent(
                                    found -> broken.put(property, found.steps().size()));
                    complete &= report.verdict() != Report.Verdict.INCOMPLETE;
                }
                if (!broken.isEmpty()) {
                    return new Damage(broken, one.nodes(), one.entries(), true);
                }
            }
        }
        return new Damage(new EnumMap<>(Property.class), 3, 1, complete);
    }

    private static Network network(Entry<?, ?> entry) {
        return entry.profile().assumptions().weakest();
    }

    private static Set<Property> claimed(Entry<?, ?> entry) {
        return EnumSet.copyOf(entry.profile().assumptions().claimedOn(network(entry)));
    }

    private <S extends Record, M> Report<M> check(Check<S, M> sound, Property property) {
        Network network = this == ORDER ? Network.UNORDERED : sound.network();
        return new Check<>(
                        sound.entry(),
                        sound.setting(),
                        network,
                        Start.fresh(),
                        sound.workload().with(churn),
                        EnumSet.of(property))
                .run(Effort.upTo(LIMIT));
    }
}
