package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.id;

import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

class LocksTest {

    private static final long MANY = 1L << 31;

    private final Locks locks = new Locks(
            new Settings(
                    "cluster",
                    Catalogue.find("ricart-agrawala").orElseThrow(),
                    new Timing(6_000_000_000L, 0),
                    "nowhere",
                    1,
                    100,
                    true),
            new Gates(),
            new Sent(),
            new Tally(),
            new Random(1));

    private void open(long epoch, String... held) {
        SortedMap<String, Incarnation> holders = new TreeMap<>();
        for (String lock : held) {
            holders.put(lock, id(1));
        }
        View view = new View(epoch, List.of(id(1), id(2)), List.of());
        locks.open(view, id(1), holders, (lock, to, message) -> {});
    }

    @Test
    void whenTheFencesOfALockComeToTheirEndAnotherViewIsWanted() {
        open(5);
        LockWord word = locks.seat("lock").word;
        word.arrive(5, MANY - 2);
        word.grant();
        assertThat(locks.manyFences()).isFalse();
        word.lose();
        word.grant();
        assertThat(locks.manyFences()).isTrue();
    }

    @Test
    void oneOtherViewIsEnoughEvenIfTheLockIsHeldOnAndOn() {
        open(5);
        LockWord word = locks.seat("lock").word;
        word.arrive(5, MANY);
        word.grant();
        assertThat(locks.manyFences()).isTrue();
        assertThat(locks.seal().holds()).containsOnlyKeys("lock");
        open(6, "lock");
        assertThat(locks.held()).isTrue();
        assertThat(locks.manyFences()).isFalse();
    }
}
