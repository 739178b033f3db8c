package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResourceTrendTest {

    private static MinuteReport minute(int number, long heapBytes) {
        return new MinuteReport(
                number,
                Map.of(),
                2,
                3,
                new ProcessStatistics(heapBytes, 20, 30, 1_000_000, 5_000_000, 9_000_000, 7, 8),
                5);
    }

    private static List<String> exceeded(int minutes, long bytesPerMinute) {
        List<MinuteReport> all = IntStream.rangeClosed(1, minutes)
                .mapToObj(number -> minute(number, 20_000_000 + number * bytesPerMinute))
                .toList();
        return ResourceTrend.of(all).stream()
                .filter(ResourceTrend::exceedsLimit)
                .map(ResourceTrend::resource)
                .toList();
    }

    @Test
    void aConstantResourceDoesNotExceedItsLimit() {
        assertThat(exceeded(60, 0)).isEmpty();
    }

    @Test
    void aSlowLeakExceedsTheLimit() {
        assertThat(exceeded(60, 500_000)).containsExactly("heap in use after a full collection, MB");
    }

    @Test
    void oneBadMinuteDoesNotExceedTheLimit() {
        List<MinuteReport> all = IntStream.rangeClosed(1, 9)
                .mapToObj(number -> minute(number, number == 9 ? 90_000_000 : 20_000_000))
                .toList();
        assertThat(ResourceTrend.of(all)).noneMatch(ResourceTrend::exceedsLimit);
    }

    @Test
    void twoMinutesAreTooFewForATrend() {
        assertThat(exceeded(2, 100_000_000)).isEmpty();
        assertThat(exceeded(3, 100_000_000)).hasSize(1);
    }
}
