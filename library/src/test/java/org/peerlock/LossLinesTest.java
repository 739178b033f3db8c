package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.InMemoryRegistryStore;
import org.slf4j.LoggerFactory;

/** What the log says when locks are lost. */
class LossLinesTest {

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final LogLines lines = new LogLines(LoggerFactory.getLogger(Peerlock.class));

    @AfterEach
    void printLinesAgain() {
        lines.close();
    }

    /** The lease expires while locks with these names are held. Returns how many listeners were told. */
    private int lose(String... names) throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        runtime.becomeMember();
        for (String name : names) {
            Grant grant = peerlock.lock(name).acquire().onLost(told::add);
            assertThat(grant.isValid()).isTrue();
        }
        runtime.expire();
        runtime.runCallbacks();
        return told.size();
    }

    @Test
    void aLockThatIsLostIsNamedWithItsFence() throws InterruptedException {
        lose("invoice-42");
        assertThat(lines.warnings())
                .singleElement()
                .asString()
                .matches("Lost lock 'invoice-42', held with fence \\d+: the lease expired before .*");
    }

    @Test
    void manyLocksThatAreLostAreOneLineThatNamesSome() throws InterruptedException {
        assertThat(lose("d", "b", "e", "a", "c")).isEqualTo(5);
        assertThat(lines.warnings())
                .singleElement()
                .asString()
                .matches("Lost 5 locks: the lease expired before .*\\. Among them: 'a', held with fence \\d+;"
                        + " 'b', held with fence \\d+; 'c', held with fence \\d+");
    }

    @Test
    void aCandidateThatLeavesIsNoFailure() throws InterruptedException {
        InMemoryRegistryStore registry = new InMemoryRegistryStore();
        try (LogLines ofElections = new LogLines(LoggerFactory.getLogger(Election.class));
                Peerlock leader = Peerlock.builder("orders").registry(registry).join()) {
            Grant grant = leader.lock("leader").acquire();
            try (Peerlock candidate = Peerlock.builder("orders")
                    .registry(registry)
                    .executor(Runnable::run)
                    .join()) {
                candidate.elect("leader", leadership -> {}, reason -> {});
            }
            grant.close();
            assertThat(ofElections.warnings()).isEmpty();
        }
    }
}
