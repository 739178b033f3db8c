package org.peerlock.lab.experiment;

import java.util.EnumSet;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.zoo.Exhibit.Demonstration;

/**
 * A search of all states of a small system in which the paper says that nothing goes wrong.
 *
 * @param algorithm what is searched
 * @param demonstration the system
 * @param test the test that makes the same search
 */
public record ExhaustiveEvidence(String algorithm, Demonstration demonstration, String test) implements Evidence {

    /** More states than any of these systems has. */
    private static final int LIMIT = 300_000;

    @Override
    public String command() {
        return "mvn -q -Dquick -pl algorithms,lab verify -Dtest=" + test
                + " -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false";
    }

    @Override
    public Result gather() {
        CheckReport<?> report = search(Catalogue.find(algorithm).orElseThrow());
        return new Result(
                switch (report.verdict()) {
                    case HOLDS -> "no violation in " + report.states() + " states";
                    case VIOLATED -> "a violation";
                    case INCOMPLETE -> "no violation in the first " + report.states() + " states";
                },
                report.verdict() == CheckReport.Verdict.HOLDS);
    }

    private <S extends Record, M> CheckReport<M> search(CatalogueEntry<S, M> entry) {
        return Check.of(entry, demonstration, EnumSet.of(Property.EXCLUSION, Property.PROGRESS))
                .run(SearchOptions.upTo(LIMIT));
    }
}
