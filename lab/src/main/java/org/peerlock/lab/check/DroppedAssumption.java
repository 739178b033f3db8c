package org.peerlock.lab.check;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.world.Churn;

/** An assumption that is dropped in order to see which properties an algorithm loses without it. */
public enum DroppedAssumption {
    /** Messages on a link may overtake each other. */
    ORDER(Churn.none()),
    /** One message is duplicated. */
    NO_DUPLICATION(Churn.duplication()),
    /** One message is lost. */
    NO_LOSS(Churn.loss()),
    /** One node crashes. */
    NO_CRASH(Churn.crash()),
    /**
     * One timer expires before the messages that it waits for have arrived, and one before its
     * estimated time.
     */
    TIME_BOUND(Churn.haste().withEarly(1));

    /**
     * More states than any of the broken systems has; larger systems are not searched completely.
     */
    private static final long LIMIT = 400_000;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Churn churn;

    DroppedAssumption(Churn churn) {
        this.churn = churn;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether the algorithm makes this assumption. */
    public boolean isAssumedBy(CatalogueEntry<?, ?> entry) {
        return switch (this) {
            case ORDER -> !entry.profile().assumptions().claims().containsKey(Network.UNORDERED);
            case TIME_BOUND -> entry.profile().assumptions().timeBound();
            case NO_DUPLICATION, NO_LOSS, NO_CRASH -> true;
        };
    }

    /**
     * The result of the searches.
     *
     * @param broken for each broken property the length of a shortest counterexample, in the
     *     smallest system that breaks any property
     * @param complete whether the searches that broke nothing were complete: those of that system
     *     for other properties, or if nothing is broken, all of them
     */
    public record Damage(Map<Property, Integer> broken, int nodes, int entries, boolean complete) {}

    /**
     * Searches small systems until one breaks: two nodes with one entry each, then with two, then
     * three nodes.
     */
    public Damage of(CatalogueEntry<?, ?> entry) {
        boolean complete = true;
        for (CheckCase one : CheckCase.of(entry)) {
            boolean small = one.nodes() == 2 || (one.nodes() == 3 && one.entries() == 1);
            if (one.variant() == CheckCase.Variant.PLAIN && one.network() == network(entry) && small) {
                Map<Property, Integer> broken = new EnumMap<>(Property.class);
                boolean allComplete = true;
                for (Property property : claimed(entry)) {
                    CheckReport<?> checkReport = check(one.check(), property);
                    checkReport
                            .counterexample()
                            .ifPresent(
                                    found -> broken.put(property, found.steps().size()));
                    allComplete &= checkReport.verdict() != CheckReport.Verdict.INCOMPLETE;
                }
                if (!broken.isEmpty()) {
                    return new Damage(broken, one.nodes(), one.entries(), allComplete);
                }
                complete &= allComplete;
            }
        }
        return new Damage(new EnumMap<>(Property.class), 3, 1, complete);
    }

    private static Network network(CatalogueEntry<?, ?> entry) {
        return entry.profile().assumptions().weakest();
    }

    private static Set<Property> claimed(CatalogueEntry<?, ?> entry) {
        return EnumSet.copyOf(entry.profile().assumptions().claimedOn(network(entry)));
    }

    private <S extends Record, M> CheckReport<M> check(Check<S, M> sound, Property property) {
        Network network = this == ORDER ? Network.UNORDERED : sound.network();
        return new Check<>(
                        sound.entry(),
                        sound.config(),
                        network,
                        Start.fresh(),
                        sound.workload().with(churn),
                        EnumSet.of(property))
                .run(SearchOptions.upTo(LIMIT));
    }
}
