package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResourceTrendTest {

    private static MinuteReport minute(int number, long heap) {
        return new MinuteReport(
                number, Map.of(), 2, 3, new ProcessStatistics(heap, 20, 30, 1_000_000, 5_000_000, 9_000_000, 7, 8), 5);
    }

    private static List<String> grown(int minutes, long more) {
        List<MinuteReport> all = IntStream.rangeClosed(1, minutes)
                .mapToObj(number -> minute(number, 20_000_000 + number * more))
                .toList();
        return ResourceTrend.of(all).stream()
                .filter(ResourceTrend::isTooMuch)
                .map(ResourceTrend::what)
                .toList();
    }

    @Test
    void whatStaysAsItIsHasNotGrown() {
        assertThat(grown(60, 0)).isEmpty();
    }

    @Test
    void whatLeaksALittleEachMinuteHasGrown() {
        assertThat(grown(60, 500_000)).containsExactly("heap in use after a full collection, MB");
    }

    @Test
    void oneBadMinuteIsNoGrowth() {
        List<MinuteReport> all = IntStream.rangeClosed(1, 9)
                .mapToObj(number -> minute(number, number == 9 ? 90_000_000 : 20_000_000))
                .toList();
        assertThat(ResourceTrend.of(all)).noneMatch(ResourceTrend::isTooMuch);
    }

    @Test
    void twoMinutesAreNotJudged() {
        assertThat(grown(2, 100_000_000)).isEmpty();
        assertThat(grown(3, 100_000_000)).hasSize(1);
    }
}
