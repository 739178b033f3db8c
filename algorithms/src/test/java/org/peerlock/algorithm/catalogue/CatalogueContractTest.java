package org.peerlock.algorithm.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;

/**
 * The contract of every algorithm that claims mutual exclusion, whatever its paper says: how it
 * enters, leaves, cancels and starts.
 */
class CatalogueContractTest {

    /** The algorithms of the catalogue that meet a condition. */
    private static Stream<String> all(Predicate<Assumptions> condition) {
        return Catalogue.entries().stream()
                .filter(entry -> condition.test(entry.profile().assumptions()))
                .map(CatalogueEntry::id);
    }

    static Stream<String> excluding() {
        return all(assumptions -> claims(assumptions, Network.FIFO, Property.EXCLUSION));
    }

    /** Those in which a node need not observe its own broadcast before it enters. */
    static Stream<String> excludingAtOnce() {
        return all(assumptions ->
                claims(assumptions, Network.FIFO, Property.EXCLUSION) && assumptions.medium() != Medium.SEQUENCED);
    }

    /** Those that make progress even if messages overtake each other. */
    static Stream<String> progressingInAnyOrder() {
        return all(assumptions -> claims(assumptions, Network.UNORDERED, Property.PROGRESS));
    }

    static Stream<String> withOneRequestAtATime() {
        return Catalogue.entries().stream()
                .filter(entry -> !entry.profile().concurrentRequests())
                .map(CatalogueEntry::id);
    }

    private static boolean claims(Assumptions assumptions, Network network, Property property) {
        return assumptions.claimedOn(network).contains(property);
    }

    private static Conversation<?, ?> nodes(String id, int n, Start start) {
        return start(Catalogue.find(id).orElseThrow(), n, start);
    }

    private static <S extends Record, M> Conversation<S, M> start(CatalogueEntry<S, M> entry, int n, Start start) {
        return new Conversation<>(entry.create(GroupConfig.mutex(n)), start);
    }

    /**
     * Delivers all messages, and expires the timers that are running then, until a node is inside
     * or nothing happens any more.
     */
    private static void settle(Conversation<?, ?> group) {
        group.settle();
        for (int round = 0; round < 20 && !group.timers().isEmpty(); round++) {
            for (Conversation.Timer timer : List.copyOf(group.timers())) {
                if (group.timers().contains(timer)) {
                    group.expire(timer.node(), timer.id());
                    group.settle();
                }
            }
            if (!group.inside().isEmpty()) {
                return;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("excludingAtOnce")
    void aNodeAloneEntersAtOnceAndTellsNobody(String id) {
        Conversation<?, ?> group = nodes(id, 1, Start.fresh());
        group.enterAndLeave(1);
        group.request(1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.fences()).containsExactly(1L, 2L);
        assertThat(group.sent()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("excluding")
    void aGroupCanStartWithANodeInside(String id) {
        Conversation<?, ?> group = nodes(id, 3, holder(2));
        Contention before = group.contention(2);
        group.request(1);
        settle(group);
        assertThat(group.inside()).containsExactly(2);
        assertThat(before).isNotEqualTo(Contention.YES);
        assertThat(group.contention(2)).isEqualTo(before == Contention.NO ? Contention.YES : Contention.UNKNOWN);
        group.release(2, 1, 9);
        settle(group);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.fences()).hasSize(1).allMatch(fence -> fence > 9);
    }

    /**
     * {@link Contention#UNKNOWN} is an answer too, but then it must be the answer in both states.
     */
    @ParameterizedTest
    @MethodSource("excluding")
    void onlyTheRequestOfAnotherNodeIsContention(String id) {
        Conversation<?, ?> group = nodes(id, 3, Start.fresh());
        group.request(2);
        settle(group);
        assertThat(group.inside()).containsExactly(2);
        Contention before = group.contention(2);
        assertThat(before).isNotEqualTo(Contention.YES);
        group.request(1);
        settle(group);
        assertThat(group.contention(2)).isEqualTo(before == Contention.NO ? Contention.YES : Contention.UNKNOWN);
    }

    @ParameterizedTest
    @MethodSource("excluding")
    void fencesGrowFromEntryToEntryEvenIfOneEntryUsedSeveral(String id) {
        Conversation<?, ?> group = nodes(id, 3, Start.fresh());
        long greatest = 0;
        for (int node : new int[] {2, 3, 3, 1, 2}) {
            long request = group.request(node);
            settle(group);
            assertThat(group.inside()).containsExactly(node);
            long fence = group.fences().get(group.fences().size() - 1);
            assertThat(fence).isGreaterThan(greatest);
            greatest = fence + 10;
            group.release(node, request, greatest);
            group.settle();
        }
    }

    @ParameterizedTest
    @MethodSource("excluding")
    void aRequestThatIsCancelledNeverEntersAndTheNextOneCan(String id) {
        Conversation<?, ?> group = nodes(id, 3, holder(2));
        group.request(1);
        group.request(3);
        settle(group);
        group.cancel(1);
        settle(group);
        group.release(2, 1, 7);
        settle(group);
        assertThat(group.entered()).containsExactly(3);
        assertThat(group.withdrawn()).containsExactly(1);
        group.request(1);
        group.release(3);
        settle(group);
        assertThat(group.entered()).containsExactly(3, 1);
    }

    @ParameterizedTest
    @MethodSource("withOneRequestAtATime")
    void anImpossibleInputIsRefusedWithASentence(String id) {
        Conversation<?, ?> group = nodes(id, 3, holder(2));
        long waiting = group.request(1);
        assertThatThrownBy(() -> group.request(1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a node makes one request at a time");
        assertThatThrownBy(() -> group.release(1, waiting, 7))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a node that is inside can leave");
        assertThatThrownBy(() -> group.release(2, 2, 7))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a node that is inside can leave");
        assertThatThrownBy(() -> group.cancel(1, waiting + 1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a request that waits can be cancelled");
        assertThatThrownBy(() -> group.cancel(2, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a request that waits can be cancelled");
    }

    @ParameterizedTest
    @MethodSource("progressingInAnyOrder")
    void inRandomRunsAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters(String id) {
        for (int seed = 1; seed <= 200; seed++) {
            int n = 2 + seed % 6;
            int home = 1 + seed % n;
            Start start = seed % 3 == 0 ? holder(home) : new Start(home, 0, List.of());
            storm(Catalogue.find(id).orElseThrow(), n, seed, start);
        }
    }

    private static <S extends Record, M> void storm(CatalogueEntry<S, M> entry, int n, long seed, Start start) {
        new Storm<>(start(entry, n, start), n, seed, group -> {}).run(300);
    }
}
