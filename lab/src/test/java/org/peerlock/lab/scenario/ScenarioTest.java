package org.peerlock.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.Reminder;

/** The language of scenarios. */
class ScenarioTest {

    private static final String HEADER = "algorithm ricart-agrawala\nnodes 2\n";

    private static ScenarioRun tell(String commands) {
        return Scenario.parse(HEADER + commands).run();
    }

    private static ScenarioRun remind(String commands) {
        return Scenario.parse("algorithm reminder\nnodes 2\n" + commands).run(Reminder.ENTRY);
    }

    @Test
    void aRunIsShownInLanes() {
        assertThat(tell("request 1\nsettle\nrelease 1\n").output())
                .containsExactly(
                        "           1                        2",
                        "request 1  ? -> 2 REQUEST(1)        .",
                        "settle     ?                        . <- 1 REQUEST(1), -> 1 REPLY",
                        "           # <- 2 REPLY, enters ^1  .",
                        "release 1  . leaves                 .",
                        "entered: 1",
                        "messages: 2 (1 REQUEST, 1 REPLY)");
    }

    @Test
    void theDefaultNetworkIsTheWeakestThatTheAlgorithmTolerates() {
        assertThat(tell("request 1").network()).isEqualTo(Network.UNORDERED);
        assertThat(Scenario.parse(HEADER + "network fifo\nrequest 1").run().network())
                .isEqualTo(Network.FIFO);
    }

    @Test
    void anAlgorithmThatToleratesNoNetworkRunsOnTheStrongest() {
        assertThat(Scenario.parse("algorithm last-entered-literal\nnodes 2\nrequest 1")
                        .run()
                        .network())
                .isEqualTo(Network.FIFO);
    }

    @Test
    void onFifoLinksNothingOvertakes() {
        String story = HEADER + "network fifo\nrequest 1\nrequest 2\ndeliver 1 -> 2\ndeliver 2 -> 1 REPLY\n";
        assertThatThrownBy(() -> Scenario.parse(story).run())
                .hasMessage("line 7: the network is fifo, and 2 -> 1 REPLY is not the oldest message of its link;"
                        + " say 'network unordered' to let it overtake");
    }

    @Test
    void aWaitingNodeWithNothingUnderWayIsStuck() {
        ScenarioRun scenarioRun = tell("request 1\ndrop 1 -> 2\n");
        assertThat(scenarioRun.violation())
                .hasValueSatisfying(
                        violation -> assertThat(violation.property()).isEqualTo(Property.PROGRESS));
        assertThat(scenarioRun.surprise().orElseThrow()).contains("say 'violates progress' in its header");
    }

    @Test
    void anAnnouncedViolationThatDoesNotHappenIsASurprise() {
        assertThat(Scenario.parse(HEADER + "violates exclusion\nrequest 1\nsettle\nrelease 1\n")
                        .run()
                        .surprise())
                .contains("the header says 'violates exclusion', but nothing went wrong");
    }

    @Test
    void aDuplicateBreaksAnAlgorithmThatAssumesNone() {
        ScenarioRun scenarioRun = tell("request 1\ndeliver 1 -> 2\nduplicate 2 -> 1\ndeliver 2 -> 1\ndeliver 2 -> 1\n");
        assertThat(scenarioRun.violation().orElseThrow().sentence())
                .isEqualTo("node 1: a REPLY answers a REQUEST, and only once");
    }

    @Test
    void theRunEndsWithTheFirstViolation() {
        ScenarioRun scenarioRun = tell(
                "violates expectation\nrequest 1\ndeliver 1 -> 2\nduplicate 2 -> 1\ndeliver 2 -> 1\ndeliver 2 -> 1\nsettle\n");
        assertThat(scenarioRun.surprise().orElseThrow())
                .startsWith("line 9 is never reached: the run ends above, where it violates expectation");
    }

    @Test
    void earlierViolationsMustBeAnnouncedToo() {
        String commands = """
                request 1
                deliver 1 -> 2
                duplicate 2 -> 1
                deliver 2 -> 1
                deliver 2 -> 1
                release 1
                request 1
                drop 1 -> 2
                """;
        assertThat(tell("violates progress\n" + commands).surprise().orElseThrow())
                .startsWith("on the way the run violates [expectation]");
        assertThat(tell("violates progress after expectation\n" + commands).surprise())
                .isEmpty();
    }

    @Test
    void theRequestsInsideAtTheStartMustFitTogether() {
        assertThatThrownBy(() -> tell("inside 1\ninside 2\nrelease 1\n"))
                .hasMessageContaining("those that are inside at the start do not fit together");
    }

    @Test
    void theHeaderSaysNothingTwice() {
        assertThatThrownBy(() -> tell("nodes 3\n")).hasMessage("line 3: 'nodes' was said already");
        assertThatThrownBy(() -> tell("option a 1\noption a 2\n")).hasMessage("line 4: option 'a' was said already");
        assertThatThrownBy(() -> tell("inside 1\nlock semaphore 3\n"))
                .hasMessage("line 4: 'lock' must stand before 'inside'");
    }

    @Test
    void aCrashedNodeSendsAndReceivesNothing() {
        ScenarioRun scenarioRun = tell("request 1\ncrash 2\ndiagram\n");
        assertThat(scenarioRun.output()).contains("  1  ??", "  2  .x");
        assertThat(scenarioRun.violation().orElseThrow().property()).isEqualTo(Property.PROGRESS);
        assertThatThrownBy(() -> tell("crash 2\nrequest 2\n")).hasMessage("line 4: node 2 has crashed");
    }

    @Test
    void theStateOfOneNodeOrOfAllIsShown() {
        String idle = "own=(phase=IDLE id=0 fence=0) numbers=(our=0 highest=0) awaiting={} deferred={}";
        assertThat(tell("state 2\n").output())
                .contains("state 2", "  2  " + idle)
                .doesNotContain("  1  " + idle);
        assertThat(tell("state\n").output()).contains("state", "  1  " + idle, "  2  " + idle);
    }

    @Test
    void timersExpireOnCommand() {
        ScenarioRun scenarioRun = remind("request 1\nexpire 1 deadline\nrelease 1\n");
        assertThat(scenarioRun.output())
                .containsExactly(
                        "                   1                              2",
                        "request 1          ? starts deadline              .",
                        "expire 1 deadline  # deadline expires, enters ^1  .",
                        "release 1          . leaves                       .",
                        "entered: 1",
                        "messages: none");
        assertThat(scenarioRun.tally().entered()).containsExactly(1);
        assertThatThrownBy(() -> remind("request 1\nexpire 2\n"))
                .hasMessage("line 4: expected a running timer of node 2; running: 1 deadline");
    }

    @Test
    void aCancelledTimerDoesNotExpire() {
        assertThatThrownBy(() -> remind("request 1\ncancel 1\nexpire 1\n"))
                .hasMessage("line 5: expected a running timer of node 1; running: none");
    }

    private static ScenarioRun bounded(String commands) {
        return Scenario.parse("algorithm ra-implicit-reply\nnodes 2\n" + commands)
                .run();
    }

    @Test
    void ifTimeIsBoundedATimerExpiresOnlyAfterTheMessagesSentWhenItWasSet() {
        assertThatThrownBy(() -> bounded("request 1\nexpire 1\n"))
                .hasMessage(
                        "line 4: time is bounded, and 1 -> 2 REQUEST(1) arrives before round-trip of node 1 expires;"
                                + " deliver it first");
        assertThat(bounded("request 1\ndeliver 1 -> 2\nexpire 1\nrelease 1\n").surprise())
                .isEmpty();
    }

    @Test
    void andAfterTheAnswersToThese() {
        String asked = "inside 2\nrequest 1\ndeliver 1 -> 2\n";
        assertThatThrownBy(() -> bounded(asked + "expire 1\n"))
                .hasMessage("line 6: time is bounded, and 2 -> 1 DEFERRED arrives before round-trip of node 1 expires;"
                        + " deliver it first");
        assertThat(bounded(asked + "deliver 2 -> 1\nexpire 1\nrelease 2\nsettle\nrelease 1\n")
                        .surprise())
                .isEmpty();
    }

    @Test
    void butWhateverElseIsUnderWay() {
        String answered = "inside 2\nrequest 1\ndeliver 1 -> 2\ndeliver 2 -> 1\nrelease 2\nrequest 2\n";
        ScenarioRun scenarioRun = bounded(answered + "expire 1\nsettle\nrelease 1\nsettle\nexpire 2\nrelease 2\n");
        assertThat(scenarioRun.surprise()).isEmpty();
        assertThat(scenarioRun.tally().entered()).containsExactly(1, 2);
    }

    @Test
    void aTimerOfAnAlgorithmThatAssumesNoBoundMayExpireAtAnyMoment() {
        ScenarioRun scenarioRun = Scenario.parse("exhibit implicit-reply-early\nnodes 2\nrequest 1\nexpire 1\n")
                .run();
        assertThat(scenarioRun.tally().entered()).containsExactly(1);
    }

    private static ScenarioRun sequenced(String commands) {
        return Scenario.parse("algorithm ra-medium\nnodes 2\n" + commands).run();
    }

    @Test
    void onASequencedMediumABroadcastReachesItsSenderToo() {
        assertThat(sequenced("request 1\nsettle\nrelease 1\nsettle\n").output())
                .containsExactly(
                        "           1                          2",
                        "request 1  ? -> all REQUEST           .",
                        "settle     # <- 1 REQUEST, enters ^1  .",
                        "           #                          . <- 1 REQUEST",
                        "release 1  . leaves, -> all REPLY^1   .",
                        "settle     . <- 1 REPLY^1             .",
                        "           .                          . <- 1 REPLY^1",
                        "entered: 1",
                        "messages: 2 (1 REQUEST, 1 REPLY)");
    }

    @Test
    void onASequencedMediumAllNodesObserveTheSameOrder() {
        String story = "network unordered\nrequest 2\nrequest 1\ndeliver 1 -> 1\n";
        assertThatThrownBy(() -> sequenced(story))
                .hasMessage("line 6: all nodes observe the medium in the same order, and 1 -> 1 REQUEST is not"
                        + " the oldest message to its node");
    }

    @Test
    void aNodeMayBeInsideFromTheBeginning() {
        ScenarioRun scenarioRun = Scenario.parse(
                        HEADER + "fence 5\ninside 2\nrequest 1\nsettle\nrelease 2\nsettle\nrelease 1\n")
                .run();
        assertThat(scenarioRun.surprise()).isEmpty();
        assertThat(scenarioRun.output()).contains("settle     # <- 2 REPLY^5, enters ^6  .");
    }

    @Test
    void aReleaseMayHaveUsedSeveralFences() {
        assertThat(tell("request 1\nsettle\nrelease 1 fence 9\nrequest 2\nsettle\nrelease 2\n")
                        .output())
                .anyMatch(line -> line.contains("enters ^10"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jump 1|line 3: expected request, deliver, drop, duplicate, crash, release, cancel, expire, join,"
                        + " leave, fail, settle, state, diagram, a # comment or ----; or, in the header, title, algorithm, exhibit, nodes, network, lock, option,"
                        + " home, fence, inside, overtakes, violates, not 'jump'",
                "requst 1|line 3: expected request, deliver, drop, duplicate, crash, release, cancel, expire, join,"
                        + " leave, fail, settle, state, diagram, a # comment or ----; or, in the header, title, algorithm, exhibit, nodes, network, lock, option,"
                        + " home, fence, inside, overtakes, violates, not 'requst'; did you mean 'request'?",
                "network fiffo|line 3: expected fifo or unordered, not 'fiffo'; did you mean 'fifo'?",
                "lock mutexx|line 3: expected mutex, read-write or semaphore K, not 'mutexx'; did you mean 'mutex'?",
                "title|line 3: expected a title, but the line ends",
                "request 3|line 3: expected a node (1 to 2), not '3'",
                "request|line 3: expected a node (1 to 2), but the line ends",
                "request 1 twice|line 3: expected the line to end, not 'twice'",
                "request 1 shared|line 3: a mutex has no shared requests; say 'lock read-write' or 'lock semaphore K'"
                        + " above",
                "request 1 increment 2|line 3: ricart-agrawala takes no increment: its claims depend on numbers that"
                        + " grow by 1, or it has none; ra-random-increment takes any",
                "deliver 1 2|line 3: expected a link such as '1 -> 2'",
                "deliver 1 -> 2|line 3: no message is under way from 1 to 2; under way: nothing",
                "release 1|line 3: node 1 has no request that is inside",
                "cancel 1 #2|line 3: node 1 has no request #2 that is waiting",
                "cancel 1 #x|line 3: expected a request such as #1, not '#x'",
                "network slow|line 3: expected fifo or unordered, not 'slow'",
                "violates taste|line 3: expected exclusion, progress, no-starvation, fence, withdrawal or expectation,"
                        + " not 'taste'",
                "lock bicycle|line 3: expected mutex, read-write or semaphore K, not 'bicycle'",
                "option quorums grid|line 1: ricart-agrawala has no option 'quorums'; it has: with",
                "lock semaphore 2|line 1: ricart-agrawala cannot serve a semaphore; it serves: mutex"
            })
    void anErrorNamesTheLineAndWhatWasExpected(String line, String message) {
        assertThatThrownBy(() -> tell(line))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    @Test
    void theModeIsWrittenOnlyIfItIsNotExclusive() {
        String readers = "algorithm ra-readers-writers\nnodes 2\nlock read-write\n";
        assertThat(Scenario.parse(readers + "request 1 shared\nstate 1\nsettle\nrelease 1\n")
                        .run()
                        .output())
                .contains(
                        "request 1 shared  ? -> 2 REQUEST(1 SHARED)  .",
                        "  1  own=(phase=WAITING id=1 fence=0) mode=SHARED numbers=(our=1 highest=1) awaiting={2} deferred={}");
        assertThat(Scenario.parse(readers + "request 1\nstate 1\nsettle\nrelease 1\n")
                        .run()
                        .output())
                .contains(
                        "request 1  ? -> 2 REQUEST(1)        .",
                        "  1  own=(phase=WAITING id=1 fence=0) numbers=(our=1 highest=1) awaiting={2} deferred={}");
    }

    @Test
    void nodesJoinLeaveAndAreTakenForFailed() {
        ScenarioRun scenarioRun =
                tellMembership("join 3 via 1\nsettle\nleave 2\nsettle\nfail 3 at 1\nsettle\ndiagram\n");
        assertThat(scenarioRun.surprise()).isEmpty();
        assertThat(scenarioRun.output())
                .anyMatch(line -> line.endsWith(". <- 2 HSN(1), stops t2, is a member"))
                .anyMatch(line -> line.contains("- <- 3 LEAVE_ACK, stops t2, is gone"))
                .anyMatch(line -> line.endsWith("- <- 1 NODE_FAILED(3), drops out"))
                .contains("  1  ..................", "  2  ...............---", "  3  ++++++++++.......-");
    }

    private static ScenarioRun tellMembership(String commands) {
        return Scenario.parse("algorithm ra-membership\nnodes 3\noption members 1,2\n" + commands)
                .run();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "request 3|line 4: node 3 is not a member (outside), and only members make requests; let it join first",
                "join 2 via 1|line 4: node 2 cannot join via 1: only a node that is not a member can, via another node",
                "join 3|line 4: expected 'via NODE'",
                "fail 3|line 4: expected 'at NODE'",
                "leave 3|line 4: node 3 cannot leave the group: only a member without a request under way can",
            })
    void impossibleMembershipChangesAreRefused(String line, String message) {
        assertThatThrownBy(() -> tellMembership(line)).hasMessage(message);
    }

    @Test
    void withoutMembershipNodesCannotJoin() {
        assertThatThrownBy(() -> tell("leave 1"))
                .hasMessage("line 3: in ricart-agrawala nodes do not join, leave or fail");
    }

    @Test
    void theNetworkDependsOnTheOptionsOfTheAlgorithm() {
        String header = "algorithm ra-membership\nnodes 2\noption learn ";
        assertThat(Scenario.parse(header + "query").run().network()).isEqualTo(Network.UNORDERED);
        assertThat(Scenario.parse(header + "fourth").run().network()).isEqualTo(Network.FIFO);
    }

    @Test
    void aSecondRequestAtABusyNodeIsRefused() {
        assertThatThrownBy(() -> tell("request 1\nrequest 1\n"))
                .hasMessage("line 4: node 1 already has a request under way, and ricart-agrawala allows one at a time;"
                        + " release or cancel it first");
    }

    @Test
    void aRequestThatIsOvertakenMoreOftenThanTheBoundAllowsIsStarved() {
        String story = "algorithm token-ring\nnodes 2\novertakes %d\nrequest 2\nrequest 1\n";
        assertThat(Scenario.parse(story.formatted(0)).run().surprise().orElseThrow())
                .contains(
                        "violates no-starvation (node 2 waits and all that it sent has arrived, yet others entered 1");
        assertThat(Scenario.parse(story.formatted(1)).run().surprise()).isEmpty();
    }

    @Test
    void aRequestThatTheAlgorithmDoesNotServeIsRefused() {
        assertThatThrownBy(() -> Scenario.parse("algorithm raymond-k\nnodes 3\nlock semaphore 3\nrequest 1 permits 2\n")
                        .run())
                .hasMessage("line 4: raymond-k does not serve requests like this one");
    }

    @Test
    void theHeaderMustBeComplete() {
        assertThatThrownBy(() -> Scenario.parse("nodes 2\n"))
                .hasMessage("line 2: expected 'algorithm ID' or 'exhibit ID' before the first command");
        assertThatThrownBy(() -> Scenario.parse("algorithm x\nrequest 1\n"))
                .hasMessage("line 2: expected 'nodes N' before this line");
        assertThatThrownBy(() -> Scenario.parse(HEADER + "request 1\nnodes 3\n"))
                .hasMessage("line 4: 'nodes' must stand before the first command");
        assertThatThrownBy(() -> Scenario.parse("algorithm x\nnodes 2\n").run())
                .hasMessage("line 1: there is no algorithm 'x'; 'peerlock lab algorithms' lists them");
        assertThatThrownBy(() -> Scenario.parse("algorithm lamprot\nnodes 2\n").run())
                .hasMessageEndingWith("lists them; did you mean 'lamport'?");
        assertThatThrownBy(() -> Scenario.parse("exhibit sk-lifi\nnodes 2\n").run())
                .hasMessage(
                        "line 1: there is no exhibit 'sk-lifi'; 'peerlock lab zoo' lists them; did you mean 'sk-lifo'?");
    }

    @Test
    void rewritingKeepsWhatIsWrittenByHand() {
        String text = HEADER + "# why\nrequest 1\n----\nold\n";
        assertThat(Scenario.rewritten(text, List.of("new"))).isEqualTo(HEADER + "# why\nrequest 1\n----\nnew\n");
    }

    @Test
    void aStoryWithoutExpectedOutputIsSimplyTold() {
        for (String story : List.of("request 1\nsettle\n", "request 1\nsettle\n----\n")) {
            ScenarioRun scenarioRun = tell(story);
            assertThat(scenarioRun.output()).isNotEmpty();
            assertThat(scenarioRun.difference()).isEmpty();
            assertThat(scenarioRun.asExpected()).isTrue();
        }
    }

    @Test
    void aDifferenceIsShownWhereItBegins() {
        assertThat(Scenario.parse(HEADER + "----\nx\n").run().difference())
                .contains("line 1 below ---- differs\n  expected: x\n  actual:     1  2");
    }
}
