package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.SystemConfig;

/**
 * Ricart and Agrawala's section 7 reaches no violation while nodes join, leave and fail.
 */
class MembershipExplorerTest {

    private static final int LIMIT = 3_000_000;

    private static final Set<Property> ALL = Property.usual();

    private static GroupConfig all(int nodes) {
        return GroupConfig.mutex(nodes);
    }

    /** Nodes 1 and 2 are members, and 3 may join. */
    private static GroupConfig joiner(String names, String learn) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("members", "1,2");
        options.put("names", names);
        options.put("learn", learn);
        return new GroupConfig(3, Capacity.mutex(), options);
    }

    private static Workload each(int requests, int cancels, Churn churn) {
        return Workload.of(Capacity.mutex(), requests).withCancels(cancels).with(churn);
    }

    private static CheckReport<?> explore(
            GroupConfig config, Network network, Workload workload, Set<Property> properties) {
        return explore(Catalogue.find("ra-membership").orElseThrow(), config, network, workload, properties);
    }

    private static <S extends Record, M> CheckReport<M> explore(
            CatalogueEntry<S, M> entry,
            GroupConfig config,
            Network network,
            Workload workload,
            Set<Property> properties) {
        SystemConfig<S, M> systemConfig = SystemConfig.of(entry, config, network, Start.fresh());
        return Explorer.explore(systemConfig, workload, properties, LIMIT);
    }

    private static void nothingIsWrong(CheckReport<?> checkReport, NodeSet entered, String... messages) {
        assertThat(checkReport.counterexample()).isEmpty();
        assertThat(checkReport.complete()).isTrue();
        assertThat(checkReport.contended()).isTrue();
        assertThat(checkReport.entered()).isEqualTo(entered);
        assertThat(checkReport.messages()).contains(messages);
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void whileTimersExpireEarly(Network network) {
        CheckReport<?> checkReport =
                explore(all(2), network, each(2, 1, Churn.none().withEarly(1)), ALL);
        nothingIsWrong(checkReport, NodeSet.all(2), "ARE_YOU_THERE", "YES_I_AM_HERE");
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void whileOneCrashes(Network network) {
        nothingIsWrong(explore(all(3), network, each(1, 0, Churn.crash()), ALL), NodeSet.all(3), "NODE_FAILED");
        nothingIsWrong(
                explore(all(2), network, each(2, 1, Churn.crash().withEarly(1)), ALL), NodeSet.all(2), "NODE_FAILED");
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void whileOneLeaves(Network network) {
        nothingIsWrong(explore(all(3), network, each(1, 0, Churn.leave()), ALL), NodeSet.all(3), "LEAVING");
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void whileOneLeavesAndComesBack(Network network) {
        Workload workload = each(2, 0, Churn.leave().and(Churn.join()));
        nothingIsWrong(explore(all(2), network, workload, ALL), NodeSet.all(2), "LEAVING", "NAMES");
    }

    /** Whether the newcomer wins ties or loses them. */
    @ParameterizedTest
    @CsvSource({"FIFO,'1,2,3'", "FIFO,'2,3,1'", "UNORDERED,'1,2,3'", "UNORDERED,'2,3,1'"})
    void whileOneJoins(Network network, String names) {
        CheckReport<?> checkReport = explore(joiner(names, "query"), network, each(1, 0, Churn.join()), ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "ADD_ACK", "HSN");
    }

    /** With as many requests as it takes to learn from them. */
    @ParameterizedTest
    @CsvSource({
        "FIFO,each,2",
        "UNORDERED,each,2",
        "FIFO,growth,2",
        "UNORDERED,growth,2",
        "FIFO,wait,1",
        "UNORDERED,wait,1",
    })
    void whileOneJoinsAndLearnsByWaiting(Network network, String learn, int requests) {
        CheckReport<?> checkReport = explore(joiner("2,3,1", learn), network, each(requests, 0, Churn.join()), ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "NAMES");
    }

    @Test
    void whileOneJoinsAndLearnsFromTheFourthRequest() {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("members", "1");
        options.put("names", "2,1");
        options.put("learn", "fourth");
        GroupConfig config = new GroupConfig(2, Capacity.mutex(), options);
        nothingIsWrong(explore(config, Network.FIFO, each(6, 1, Churn.join()), ALL), NodeSet.all(2), "NAMES");
    }

    /**
     * With two members, one of which may have made a request without asking the newcomer while the
     * newcomer counts those of the other.
     */
    @ParameterizedTest
    @ValueSource(strings = {"sponsor", "broadcast"})
    void whileOneJoinsTwoAndLearnsFromTheFourthRequest(String join) {
        SortedMap<String, String> options =
                new TreeMap<>(joiner("2,3,1", "fourth").options());
        options.put("join", join);
        GroupConfig config = new GroupConfig(3, Capacity.mutex(), options);
        nothingIsWrong(explore(config, Network.FIFO, each(4, 0, Churn.join()), ALL), NodeSet.all(3), "NAMES");
    }

    @Test
    void whileOneJoinsAndOneCrashes() {
        Workload workload = each(1, 0, Churn.join().and(Churn.crash()));
        CheckReport<?> checkReport = explore(joiner("2,3,1", "query"), Network.FIFO, workload, ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "NODE_FAILED", "HSN");
    }

    // 7.2.2, the alternative

    private static GroupConfig broadcast(String members, String names, String learn) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("members", members);
        options.put("names", names);
        options.put("learn", learn);
        options.put("join", "broadcast");
        return new GroupConfig(3, Capacity.mutex(), options);
    }

    /** Whether the newcomer wins ties or loses them. */
    @ParameterizedTest
    @CsvSource({"FIFO,'1,2,3'", "FIFO,'2,3,1'", "UNORDERED,'1,2,3'", "UNORDERED,'2,3,1'"})
    void whileOneJoinsByBroadcast(Network network, String names) {
        CheckReport<?> checkReport = explore(broadcast("1,2", names, "query"), network, each(1, 0, Churn.join()), ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "ADD", "HSN");
        assertThat(checkReport.messages()).doesNotContain("ADD_ACK");
    }

    /** Each must learn of the other, although neither knew of it when it asked for the list. */
    @ParameterizedTest
    @CsvSource({"FIFO,query", "UNORDERED,query", "FIFO,wait"})
    void whileTwoJoinByBroadcastAtOnce(Network network, String learn) {
        Workload workload = each(1, 0, Churn.join().and(Churn.join()));
        CheckReport<?> checkReport = explore(broadcast("1", "2,3,1", learn), network, workload, ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "ADD", "NAMES");
    }

    @ParameterizedTest
    @CsvSource({"FIFO,each,2", "UNORDERED,each,2", "FIFO,growth,2", "FIFO,wait,1", "UNORDERED,wait,1"})
    void whileOneJoinsByBroadcastAndLearnsByWaiting(Network network, String learn, int requests) {
        Workload workload = each(requests, 0, Churn.join());
        CheckReport<?> checkReport = explore(broadcast("1,2", "2,3,1", learn), network, workload, ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "ADD");
    }

    @Test
    void whileOneJoinsByBroadcastAndOneCrashes() {
        Workload workload = each(1, 0, Churn.join().and(Churn.crash()));
        CheckReport<?> checkReport = explore(broadcast("1,2", "2,3,1", "query"), Network.FIFO, workload, ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "NODE_FAILED", "HSN");
    }

    @Test
    void whileOneJoinsByBroadcastAndOneLeaves() {
        Workload workload = each(1, 0, Churn.join().and(Churn.leave()));
        CheckReport<?> checkReport = explore(broadcast("1,2", "2,3,1", "query"), Network.FIFO, workload, ALL);
        nothingIsWrong(checkReport, NodeSet.all(3), "LEAVING", "HSN");
    }

    /** Section 7.4 cannot distinguish a slow node from a failed one. */
    @Test
    void aNodeThatIsWronglyTakenForFailedMayBeInsideWithAnother() {
        CheckReport<?> checkReport =
                explore(all(2), Network.FIFO, each(1, 0, Churn.suspicion()), EnumSet.of(Property.EXCLUSION));
        assertThat(checkReport.counterexample().orElseThrow().steps()).hasSize(5);
    }

    /** It enters with a smaller fence, if at all; all others are served, and it can come back. */
    @Test
    void onlyNodesWronglyTakenForFailedGoWrong() {
        Set<Property> rest = EnumSet.complementOf(
                EnumSet.of(Property.EXCLUSION, Property.FENCE, Property.ORDER, Property.FIRST_COME, Property.BYPASS));
        Workload workload = each(2, 0, Churn.suspicion().and(Churn.join()));
        nothingIsWrong(explore(all(2), Network.FIFO, workload, rest), NodeSet.all(2), "RESTART", "NAMES");
    }
}
