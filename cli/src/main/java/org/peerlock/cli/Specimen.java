package org.peerlock.cli;

import java.util.Optional;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/**
 * What is checked: an algorithm, or an exhibit of the zoo.
 *
 * @param id its name in the catalogue or in the zoo
 * @param exhibit what it is in the zoo, if it is there
 */
record Specimen<S extends Record, M>(String id, Entry<S, M> entry, Optional<Exhibit<S, M>> exhibit) {

    private static final String ZOO = "zoo/";

    /** The one that a user named: {@code lamport} or {@code zoo/sk-lifo}. */
    static Specimen<?, ?> named(String name) {
        if (name.startsWith(ZOO)) {
            return of(Zoo.find(name.substring(ZOO.length()))
                    .orElseThrow(() -> new CommandFailure(
                            Exit.USAGE,
                            "there is no exhibit '" + name.substring(ZOO.length())
                                    + "'; 'peerlock lab zoo' lists them")));
        }
        if (Catalogue.find(name).isEmpty() && Zoo.find(name).isPresent()) {
            throw new CommandFailure(
                    Exit.USAGE, "there is no algorithm '" + name + "', but an exhibit: say " + ZOO + name);
        }
        return of(ExperimentOptions.algorithm(name));
    }

    /** The name without what tells that it is an exhibit. */
    static String bare(String name) {
        return name.startsWith(ZOO) ? name.substring(ZOO.length()) : name;
    }

    private static <S extends Record, M> Specimen<S, M> of(Entry<S, M> entry) {
        return new Specimen<>(entry.id(), entry, Optional.empty());
    }

    static <S extends Record, M> Specimen<S, M> of(Exhibit<S, M> exhibit) {
        return new Specimen<>(exhibit.id(), exhibit.entry(), Optional.of(exhibit));
    }

    /** How a user names it. */
    String name() {
        return (exhibit.isPresent() ? ZOO : "") + id;
    }
}
