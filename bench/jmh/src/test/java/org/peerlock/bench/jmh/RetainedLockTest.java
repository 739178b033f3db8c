package org.peerlock.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetainedLockTest {

    @ParameterizedTest
    @ValueSource(classes = {UncontendedLock.class, ContendedLock.class})
    void theLockIsAcquiredAgainAndAgain(Class<? extends RetainedLock> type)
            throws ReflectiveOperationException, IOException, InterruptedException {
        RetainedLock benchmark = type.getConstructor().newInstance();
        benchmark.join();
        try {
            long first = benchmark.acquireAndClose();
            benchmark.lockAndUnlock();
            benchmark.reentrantLock();
            assertThat(benchmark.acquireAndClose()).isGreaterThan(first);
        } finally {
            benchmark.leave();
        }
    }
}
