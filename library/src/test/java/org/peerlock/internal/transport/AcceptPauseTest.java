package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.io.netty.channel.embedded.EmbeddedChannel;

@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed when the call returns
class AcceptPauseTest {

    private final LogLines lines = new LogLines(Connection.LOG);
    private final EmbeddedChannel listening =
            new EmbeddedChannel(new AcceptPause(new ConnectionWarnings(Connection.LOG, System::nanoTime)));

    @AfterEach
    void end() {
        listening.close();
        lines.close();
    }

    private void fail() {
        listening.freezeTime();
        listening.pipeline().fireExceptionCaught(new IOException("Too many open files"));
    }

    private void pass(long millis) {
        listening.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        listening.runScheduledPendingTasks();
    }

    @Test
    void aChannelThatCannotAcceptAConnectionTriesAgainAfterASecond() {
        fail();
        assertThat(listening.config().isAutoRead()).isFalse();
        pass(999);
        assertThat(listening.config().isAutoRead()).isFalse();
        pass(1);
        assertThat(listening.config().isAutoRead()).isTrue();
    }

    @Test
    void aConnectionThatCannotBeAcceptedIsLoggedWithItsCause() {
        fail();
        assertThat(lines.warnings())
                .containsExactly("Cannot accept connections: Too many open files."
                        + " Does this process have too many files or connections open?");
    }
}
