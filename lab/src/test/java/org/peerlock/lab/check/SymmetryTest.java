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
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.check.numbering.Renamings;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.Violation;

/** Where only the names of nodes differ, one state stands for all, and nothing is lost by that. */
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
    void asManyStatesAreFoundAsDifferInMoreThanNames(String id, int nodes, int entries, Network network, int cancels) {
        compare(Catalogue.find(id).orElseThrow(), nodes, entries, network, cancels);
    }

    private static <S extends Record, M> void compare(
            Entry<S, M> entry, int nodes, int entries, Network network, int cancels) {
        Setting setting = Setting.mutex(nodes);
        Rules<S, M> rules = Rules.of(entry, setting, network, Start.fresh());
        Workload workload = Workload.of(setting.capacity(), entries).withCancels(cancels);
        Symmetry<S, M> symmetry =
                new Symmetry<>(Renamings.of(rules.nodes().get(0)).orElseThrow(), nodes);
        LockModel<S, M> plain = new LockModel<>(rules, workload, JUDGED, Explorer.likeness(rules, workload, JUDGED));

        Set<Long> all = new HashSet<>();
        Set<Long> unnamed = new HashSet<>();
        visit(plain, plain.initial().get(0), Optional.of(symmetry), all, unnamed);
        Report<M> reduced =
                Explorer.explore(rules, workload, JUDGED, Effort.upTo(1_000_000).withSymmetry());

        assertThat(reduced.verdict()).isEqualTo(Report.Verdict.HOLDS);
        assertThat(reduced.states()).isEqualTo(unnamed.size());
        assertThat(unnamed.size()).isLessThan(all.size());
    }

    private static <S extends Record, M> void visit(
            LockModel<S, M> model,
            Situation<S, M> start,
            Optional<Symmetry<S, M>> symmetry,
            Set<Long> all,
            Set<Long> unnamed) {
        List<Situation<S, M>> queue = new ArrayList<>(List.of(start));
        all.add(model.fingerprint(start));
        for (int i = 0; i < queue.size(); i++) {
            unnamed.add(queue.get(i).fingerprint(symmetry));
            model.expand(queue.get(i), new Model.Steps<>() {
                @Override
                public void to(Step<M> step, Situation<S, M> next, int cost) {
                    if (all.add(model.fingerprint(next))) {
                        queue.add(next);
                    }
                }

                @Override
                public void wrong(Step<M> step, Violation violation) {
                    throw new AssertionError(violation);
                }

                @Override
                public void wrong(Violation violation) {
                    throw new AssertionError(violation);
                }
            });
        }
    }

    @Test
    void whereNamesBreakTiesThereIsNone() {
        Check<?, ?> check = Check.of(Catalogue.find("ricart-agrawala").orElseThrow());
        assertThatThrownBy(() -> check.run(Effort.upTo(1000).withSymmetry()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot change their names");
    }
}
