package org.peerlock.cli.lab;

import java.util.Optional;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/**
 * The target of a check: an algorithm, or an exhibit of the zoo.
 *
 * @param id its name in the catalogue or in the zoo
 * @param exhibit the exhibit, if it is in the zoo
 */
record CheckTarget<S extends Record, M>(String id, CatalogueEntry<S, M> entry, Optional<Exhibit<S, M>> exhibit) {

    private static final String ZOO = "zoo/";

    /** Parses the argument of a user: {@code lamport} or {@code zoo/sk-lifo}. */
    static CheckTarget<?, ?> named(String name) {
        if (name.startsWith(ZOO)) {
            String exhibit = name.substring(ZOO.length());
            return of(Zoo.find(exhibit)
                    .orElseThrow(() -> new CommandException(
                            Exit.USAGE,
                            "there is no exhibit '" + exhibit + "'; 'peerlock lab zoo' lists them"
                                    + SpellingSuggestion.of(exhibit, Zoo.ids()))));
        }
        if (Catalogue.find(name).isEmpty() && Zoo.find(name).isPresent()) {
            throw new CommandException(
                    Exit.USAGE, "there is no algorithm '" + name + "', but an exhibit of the zoo: write " + ZOO + name);
        }
        return of(ExperimentOptions.algorithm(name));
    }

    /** The name without {@code zoo/}. */
    static String withoutZooPrefix(String name) {
        return name.startsWith(ZOO) ? name.substring(ZOO.length()) : name;
    }

    private static <S extends Record, M> CheckTarget<S, M> of(CatalogueEntry<S, M> entry) {
        return new CheckTarget<>(entry.id(), entry, Optional.empty());
    }

    static <S extends Record, M> CheckTarget<S, M> of(Exhibit<S, M> exhibit) {
        return new CheckTarget<>(exhibit.id(), exhibit.entry(), Optional.of(exhibit));
    }

    /** The name as a user writes it. */
    String name() {
        return (exhibit.isPresent() ? ZOO : "") + id;
    }
}
