package org.peerlock.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.Conversation.holder;
import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnRequestTest {

    private final List<String> told = new ArrayList<>();

    private final Effects<String> out = new Effects<>() {
        @Override
        public void send(int to, String message) {
            throw new AssertionError("a request by itself sends nothing");
        }

        @Override
        public void broadcast(String message) {
            throw new AssertionError("a request by itself sends nothing");
        }

        @Override
        public void enter(long requestId, long fence) {
            told.add("enter " + requestId + "^" + fence);
        }

        @Override
        public void withdrawn(long requestId) {
            told.add("withdrawn " + requestId);
        }

        @Override
        public void setTimer(TimerId timer, Timeout timeout) {
            throw new AssertionError("a request by itself waits for no timer");
        }

        @Override
        public void cancelTimer(TimerId timer) {
            throw new AssertionError("a request by itself waits for no timer");
        }
    };

    private static OwnRequest waiting() {
        return OwnRequest.at(Start.fresh(), 1).ask(Request.exclusive(5));
    }

    @Test
    void aGroupMayStartWithANodeInsideAndAllKnowTheFence() {
        assertThat(OwnRequest.at(holder(2), 2)).isEqualTo(new OwnRequest(INSIDE, 1, 7));
        assertThat(OwnRequest.at(holder(2), 1)).isEqualTo(new OwnRequest(IDLE, 0, 7));
    }

    @Test
    void itEntersWithTheNextFenceAndLeavesWithTheLastOneUsed() {
        OwnRequest inside = waiting().knowing(3).enter(out);
        assertThat(told).containsExactly("enter 5^4");
        assertThat(inside.leave(5, 9)).isEqualTo(new OwnRequest(IDLE, 5, 9));
    }

    @Test
    void aFenceNeverFallsBehindTheGreatestOneKnown() {
        assertThat(waiting().knowing(3).knowing(2).fence()).isEqualTo(3);
        assertThat(waiting().knowing(3).enter(2, out).leave(5, 1).fence()).isEqualTo(3);
        assertThat(told).containsExactly("enter 5^3");
    }

    @Test
    void onceAllAnswersAreInItEntersOrEndsIfItWasCancelled() {
        assertThat(waiting().proceed(out).phase()).isEqualTo(INSIDE);
        OwnRequest cancelled = waiting().cancel(5);
        assertThat(cancelled.phase()).isEqualTo(WITHDRAWN);
        assertThat(cancelled.proceed(out).phase()).isEqualTo(IDLE);
        assertThat(told).containsExactly("enter 5^1", "withdrawn 5");
    }

    @Test
    void whatWasSentForAnAbandonedRequestServesTheNext() {
        OwnRequest abandoned = waiting().abandon(5, out);
        assertThat(told).containsExactly("withdrawn 5");
        assertThat(abandoned.askInstead(Request.exclusive(6))).isEqualTo(new OwnRequest(WAITING, 6, 0));
        assertThatThrownBy(() -> waiting().askInstead(Request.exclusive(6)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a withdrawn request can be replaced by another");
    }

    @Test
    void itIsRequestedWhileItWaitsOrIsInsideAndAnswersMayComeWhileItWaitsOrWasWithdrawn() {
        assertThat(List.of(IDLE, WAITING, INSIDE, WITHDRAWN))
                .filteredOn(phase -> new OwnRequest(phase, 1, 0).requesting())
                .containsExactly(WAITING, INSIDE);
        assertThat(List.of(IDLE, WAITING, INSIDE, WITHDRAWN))
                .filteredOn(phase -> new OwnRequest(phase, 1, 0).hasAsked())
                .containsExactly(WAITING, WITHDRAWN);
    }
}
