package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.numbering.Renamings;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;

/**
 * With symmetry reduction one state represents all that differ only in the names of nodes, and no
 * violation is missed.
 */
class SymmetryTest {

    private static final Set<Property> JUDGED =
            EnumSet.of(Property.EXCLUSION, Property.PROGRESS, Property.WITHDRAWAL, Property.EXPECTATION);

    @ParameterizedTest
    @CsvSource({
        "naimi-trehel,  3, 2, FIFO,      0",
        "naimi-trehel,  3, 1, UNORDERED, 2",
        "naimi-trehel,  4, 1, UNORDERED, 0",
        "suzuki-kasami, 3, 1, FIFO,      2",
        "suzuki-kasami, 3, 1, UNORDERED, 0",
        "token-ring,    3, 2, UNORDERED, 1",
        "token-ring,    4, 1, FIFO,      0"
    })
    void theNumberOfStatesIsThatOfStatesThatDifferInMoreThanNames(
            String id, int nodes, int entries, Network network, int cancels) {
        compare(Catalogue.find(id).orElseThrow(), nodes, entries, network, cancels);
    }

    private static <S extends Record, M> void compare(
            CatalogueEntry<S, M> entry, int nodes, int entries, Network network, int cancels) {
        GroupConfig config = GroupConfig.mutex(nodes);
        SystemConfig<S, M> systemConfig = SystemConfig.of(entry, config, network, Start.fresh());
        Workload workload = Workload.of(config.capacity(), entries).withCancels(cancels);
        Symmetry<S, M> symmetry =
                new Symmetry<>(Renamings.of(systemConfig.nodes().get(0)).orElseThrow(), nodes);
        LockModel<S, M> plain =
                new LockModel<>(systemConfig, workload, JUDGED, Explorer.equivalence(systemConfig, workload, JUDGED));

        Set<Long> all = new HashSet<>();
        Set<Long> unnamed = new HashSet<>();
        visit(plain, plain.initial().get(0), Optional.of(symmetry), all, unnamed);
        CheckReport<M> reduced = Explorer.explore(
                systemConfig, workload, JUDGED, SearchOptions.upTo(1_000_000).withSymmetry());

        assertThat(reduced.verdict()).isEqualTo(CheckReport.Verdict.HOLDS);
        assertThat(reduced.states()).isEqualTo(unnamed.size());
        assertThat(unnamed.size()).isLessThan(all.size());
    }

    private static <S extends Record, M> void visit(
            LockModel<S, M> model,
            ModelState<S, M> start,
            Optional<Symmetry<S, M>> symmetry,
            Set<Long> all,
            Set<Long> unnamed) {
        List<ModelState<S, M>> queue = new ArrayList<>(List.of(start));
        all.add(model.fingerprint(start));
        for (int i = 0; i < queue.size(); i++) {
            unnamed.add(queue.get(i).fingerprint(symmetry));
            model.expand(queue.get(i), new Model.SuccessorSink<>() {
                @Override
                public void successor(Step<M> step, ModelState<S, M> next, int cost) {
                    if (all.add(model.fingerprint(next))) {
                        queue.add(next);
                    }
                }

                @Override
                public void violation(Step<M> step, Violation violation) {
                    throw new AssertionError(violation);
                }

                @Override
                public void violation(Violation violation) {
                    throw new AssertionError(violation);
                }
            });
        }
    }

    @Test
    void thereIsNoSymmetryIfNamesBreakTies() {
        Check<?, ?> check = Check.of(Catalogue.find("ricart-agrawala").orElseThrow());
        assertThatThrownBy(() -> check.run(SearchOptions.upTo(1000).withSymmetry()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot change their names");
    }
}
