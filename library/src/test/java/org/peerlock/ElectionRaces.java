package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens to an election at the moment when this process is elected. */
final class ElectionRaces {

    private ElectionRaces() {}

    /** An election for the lock that somebody else holds when the race begins. */
    abstract static class ElectionRace extends ApiRace {

        final List<Grant> leaderships = new ArrayList<>();
        final List<LockLossReason> losses = new ArrayList<>();
        final Election election;

        ElectionRace() throws InterruptedException {
            super("exclusive");
            election = peerlock.elect("a", leaderships::add, losses::add);
        }

        /** At most the last leadership lasts. */
        final void mustBeTold() {
            leaderships.forEach(this::own);
            assertThat(losses).hasSizeLessThanOrEqualTo(leaderships.size());
        }
    }

    /** The election is closed. */
    static final class Close extends ElectionRace {

        private @Nullable Boolean leads;

        Close() throws InterruptedException {}

        @Override
        public List<Actor> actors() {
            return List.of(this::close, first::close, this::runCallbacks);
        }

        /** What begins after the close must not tell of a leadership. */
        private void runCallbacks() {
            boolean more = true;
            while (more) {
                boolean closed = leads != null;
                int before = leaderships.size();
                more = runtime.runCallback();
                assertThat(closed && leaderships.size() > before)
                        .as("elected after the close")
                        .isFalse();
            }
        }

        private void close() {
            election.close();
            leads = election.isLeader();
        }

        @Override
        public String judge() throws InterruptedException {
            runCallbacks();
            mustBeTold();
            assertThat(leads).isFalse();
            assertThat(election.isLeader()).isFalse();
            assertThat(leaderships).noneMatch(Grant::isValid);
            mustBeFree();
            return leaderships.isEmpty() ? "never elected" : "resigned";
        }
    }

    /** The lease expires. */
    static final class Loss extends ElectionRace {

        Loss() throws InterruptedException {}

        @Override
        public List<Actor> actors() {
            return List.of(first::release, runtime::expire, runtime::runCallbacks);
        }

        @Override
        public String judge() {
            runtime.becomeMember();
            settle();
            mustBeTold();
            assertThat(election.isLeader()).as("is a candidate again").isTrue();
            assertThat(losses).hasSize(leaderships.size() - 1);
            return losses.isEmpty() ? "elected" : "elected again";
        }
    }

    /** The leadership is lost, and the election is closed. */
    static final class LossAndClose extends ElectionRace {

        LossAndClose() throws InterruptedException {
            first.close();
            settle();
        }

        @Override
        public List<Actor> actors() {
            return List.of(election::close, this::expire, runtime::runCallbacks);
        }

        private void expire() {
            runtime.expire();
            runtime.awaitMembership();
        }

        @Override
        public String judge() throws InterruptedException {
            settle();
            mustBeTold();
            assertThat(election.isLeader()).isFalse();
            mustBeFree();
            return leaderships.size() > 1 ? "elected again" : losses.isEmpty() ? "resigned" : "lost";
        }
    }

    /** This process leaves. */
    static final class Leave extends ElectionRace {

        Leave() throws InterruptedException {}

        @Override
        public List<Actor> actors() {
            return List.of(first::release, peerlock::close, runtime::runCallbacks);
        }

        @Override
        public String judge() {
            settle();
            assertThat(election.isLeader()).isFalse();
            assertThat(leaderships).noneMatch(Grant::isValid);
            return leaderships.isEmpty() ? "never elected" : losses.isEmpty() ? "not told" : "told";
        }
    }
}
