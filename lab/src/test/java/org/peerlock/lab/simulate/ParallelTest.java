package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ParallelTest {

    @Test
    void resultsComeInTheOrderOfTheTasks() {
        List<Long> told = new ArrayList<>();
        Parallel.inOrder(5_000, index -> index, told::add);
        assertThat(told).isEqualTo(LongStream.range(0, 5_000).boxed().toList());
    }

    @Test
    void aTaskThatIsDoneEarlyWaitsForThoseBeforeIt() {
        List<Long> told = new ArrayList<>();
        CountDownLatch second =
                new CountDownLatch(Math.min(1, Runtime.getRuntime().availableProcessors() - 1));
        Parallel.inOrder(
                2,
                index -> {
                    if (index == 0) {
                        await(second);
                    } else {
                        second.countDown();
                    }
                    return index;
                },
                told::add);
        assertThat(told).containsExactly(0L, 1L);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anExceptionOfATaskIsThrownAfterTheEarlierResults() {
        List<Long> told = new ArrayList<>();
        assertThatThrownBy(() -> Parallel.inOrder(
                        10,
                        index -> {
                            if (index == 3) {
                                throw new IllegalStateException("the third");
                            }
                            return index;
                        },
                        told::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the third");
        assertThat(told).containsExactly(0L, 1L, 2L);
    }
}
