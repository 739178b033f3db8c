package org.peerlock.lab.experiment;

import java.util.EnumSet;
import java.util.Optional;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.Counterexample;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Exhibit.Demonstration;
import org.peerlock.lab.zoo.Zoo;

/**
 * An exhaustive search for a violation.
 *
 * @param entry what is searched
 * @param demonstration the system
 * @param property the property to violate
 * @param scenario a scenario file that shows the violation
 * @param agrees whether finding it agrees with the publication
 */
public record SearchEvidence(
        CatalogueEntry<?, ?> entry, Demonstration demonstration, Property property, String scenario, boolean agrees)
        implements Evidence {

    /** More states than any of these searches needs. */
    private static final int LIMIT = 300_000;

    /** A paper says that this fails, with two or more nodes and one request each. */
    public static SearchEvidence fails(
            String algorithm, int nodes, Network network, Property property, String scenario) {
        return new SearchEvidence(
                Catalogue.find(algorithm).orElseThrow(),
                new Demonstration(GroupConfig.mutex(nodes), network, 1, 0),
                property,
                scenario,
                true);
    }

    /** The same search, but the paper says that it does not fail. */
    public SearchEvidence againstThePaper() {
        return new SearchEvidence(entry, demonstration, property, scenario, false);
    }

    /** An exhibit fails; {@code agrees} says whether its paper expects that. */
    public static SearchEvidence exhibit(String id, boolean agrees) {
        Exhibit<?, ?> exhibit = Zoo.find(id).orElseThrow();
        return new SearchEvidence(
                exhibit.entry(),
                exhibit.demonstration(),
                exhibit.breaks(),
                "scenarios/zoo/" + id + ".scenario",
                agrees);
    }

    @Override
    public String command() {
        return "peerlock lab scenario " + scenario;
    }

    @Override
    public Result gather() {
        Optional<? extends Counterexample<?>> found = search(entry);
        return found.isEmpty()
                ? new Result("no violation", !agrees)
                : new Result(
                        "violates " + property + " after " + found.get().steps().size() + " steps", agrees);
    }

    private <S extends Record, M> Optional<Counterexample<M>> search(CatalogueEntry<S, M> of) {
        return Check.of(of, demonstration, EnumSet.of(property))
                .run(SearchOptions.upTo(LIMIT))
                .counterexample();
    }
}
