package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.runtime.RegistryProblem.Operation;
import org.slf4j.LoggerFactory;

class RegistryProblemTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(RegistryProblemTest.class);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final List<String> reported = new ArrayList<>();
    private long now = TimeUnit.DAYS.toNanos(3);
    private final RegistryProblem problem = new RegistryProblem(
            () -> now, log, "until its lease expires", reason -> reported.add(String.valueOf(reason)));

    @BeforeEach
    void watchTheLog() {
        appender.start();
        log.addAppender(appender);
        log.setAdditive(false);
        log.setLevel(Level.INFO);
    }

    @AfterEach
    void leaveTheLog() {
        log.detachAppender(appender);
    }

    private List<String> lines() {
        List<String> lines = appender.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
        appender.list.clear();
        return lines;
    }

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aFullDiskIsLoggedWhenItBeginsOnceAMinuteAndWhenItEnds() {
        for (int second = 0; second < 90; second++) {
            problem.onSuccess(Operation.READ);
            problem.onFailure(Operation.WRITE, "no space left");
            pass(1);
        }
        assertThat(problem.reason()).contains("no space left");
        assertThat(lines())
                .containsExactly(
                        "WARN The registry cannot be written: no space left. This process keeps its locks until its"
                                + " lease expires, and keeps trying",
                        "WARN The registry still cannot be written, after 60 s: no space left");
        problem.onSuccess(Operation.WRITE);
        assertThat(problem.reason()).isEmpty();
        assertThat(lines()).containsExactly("INFO The registry can be written again, after 90000 ms");
        assertThat(reported).containsExactly("no space left", "null");
    }

    @Test
    void aProblemEndsWhenAllThatFailedWorks() {
        problem.onFailure(Operation.READ, "no network");
        problem.onFailure(Operation.WRITE, "no space left");
        problem.onSuccess(Operation.READ);
        assertThat(problem.reason()).contains("no space left");
        assertThat(reported).containsExactly("no network");
        problem.onSuccess(Operation.WRITE);
        assertThat(reported).containsExactly("no network", "null");
        problem.onSuccess(Operation.WRITE);
        assertThat(lines()).hasSize(2);
    }

    @Test
    void aFailedWriteDoesNotCountForANodeThatHasNothingToWriteAnyMore() {
        problem.onFailure(Operation.WRITE, "no space left");
        pass(2);
        problem.onSuccess(Operation.READ);
        assertThat(problem.reason()).as("it may write next").contains("no space left");
        lines();
        problem.onNothingToWrite();
        assertThat(problem.reason()).isEmpty();
        assertThat(lines())
                .containsExactly("INFO The registry can be read, and this process has nothing to write there any more;"
                        + " a write failed 2000 ms ago");
        assertThat(reported).containsExactly("no space left", "null");
        problem.onNothingToWrite();
        assertThat(lines()).isEmpty();
        assertThat(reported).hasSize(2);
    }

    @Test
    void aFailedReadCountsUntilAReadSucceeds() {
        problem.onFailure(Operation.WRITE, "no space left");
        problem.onFailure(Operation.READ, "no network");
        problem.onNothingToWrite();
        assertThat(problem.reason()).contains("no network");
        assertThat(reported).containsExactly("no space left");
        problem.onSuccess(Operation.READ);
        assertThat(reported).containsExactly("no space left", "null");
    }
}
