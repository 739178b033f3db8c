package org.peerlock.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.peerlock.bench.storm.StormEvent.Asked;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Granted;
import org.peerlock.bench.storm.StormEvent.Healed;
import org.peerlock.bench.storm.StormEvent.Released;
import org.peerlock.bench.storm.StormEvent.Struck;
import org.peerlock.bench.storm.StormEvent.Told;
import org.peerlock.bench.storm.StormEvent.Use;

/** Made-up records: an outage from second 20 to 60, calm from second 80. */
class OutageEffectTest {

    private static final long SECOND = 1_000_000_000L;

    private final Map<String, List<StormEvent>> processes = new HashMap<>();
    private final List<StormEvent> nemesis = new ArrayList<>(List.of(
            new Struck(FaultKind.REGISTRY_AWAY, 20 * SECOND),
            new Healed(FaultKind.REGISTRY_AWAY, 60 * SECOND),
            new Calm(80 * SECOND)));

    private void record(String process, StormEvent... events) {
        processes.computeIfAbsent(process, any -> new ArrayList<>()).addAll(List.of(events));
    }

    private void grant(String process, String lock, long request, long second) {
        record(process, new Asked(request, Use.EXCLUSIVE, lock, 1, 1, second * SECOND));
        record(process, new Granted(request, request, second * SECOND, second * SECOND + 1));
    }

    private OutageEffect effect() {
        List<GrantHistory> requests = processes.entrySet().stream()
                .flatMap(each -> GrantHistory.of(each.getKey(), each.getValue()).stream())
                .toList();
        List<OutageEffect> effects = OutageEffect.all(requests, nemesis);
        assertThat(effects).hasSize(1);
        return effects.get(0);
    }

    @Test
    void aLockThatStaysHeldIsNotLost() {
        grant("a", "held-1", 1, 10);
        grant("a", "held-2", 2, 11);
        record("a", new Released(2, true, 12 * SECOND, 12 * SECOND + 1));
        grant("a", "held-3", 3, 30);
        OutageEffect effect = effect();
        assertThat(effect.held()).isEqualTo(1);
        assertThat(effect.allLost()).isZero();
        assertThat(effect.length()).isEqualTo(40 * SECOND);
    }

    @Test
    void whatIsLostIsCountedByProcessWithTheTimeOfItsReturn() {
        grant("a", "held-1", 1, 10);
        record("a", new Told(1, "LEASE_EXPIRED", 25 * SECOND));
        grant("b", "held-2", 1, 10);
        record("b", new Told(1, "LEASE_EXPIRED", 27 * SECOND));
        grant("b", "passed-1", 2, 26); // before the last loss
        grant("b", "passed-1", 3, 40);
        grant("a", "held-1", 4, 61);
        grant("b", "held-2", 5, 63);
        OutageEffect effect = effect();
        assertThat(effect.lost()).containsOnly(Map.entry("a", 1L), Map.entry("b", 1L));
        assertThat(effect.losses().getMin()).isEqualTo(5 * SECOND);
        assertThat(effect.losses().getMax()).isEqualTo(7 * SECOND);
        assertThat(effect.gained()).isEqualTo(1);
        assertThat(effect.regained()).isEqualTo(3 * SECOND + 1);
    }

    @Test
    void onlyAGrantToAnotherProcessIsAHandOver() {
        grant("a", "passed-1", 1, 10); // the first one ever
        grant("a", "passed-1", 2, 11);
        grant("b", "passed-1", 1, 12);
        grant("a", "passed-1", 3, 30);
        grant("b", "passed-1", 2, 62);
        OutageEffect effect = effect();
        assertThat(effect.before()).isEqualTo(2 / 15.0);
        assertThat(effect.during()).isEqualTo(1 / 40.0);
        assertThat(effect.after()).isZero(); // the last 15 seconds
        assertThat(effect.resumed()).isEqualTo(2 * SECOND + 1);
    }
}
