package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.peerlock.internal.registry.Children;

/** Strangers never use up the files that a process may open: it needs them for the registry. */
@EnabledOnOs(OS.LINUX)
class ConnectionLimitsTest {

    /** Says which limits it has. */
    static final class LimitsChild {

        private LimitsChild() {}

        public static void main(String[] arguments) throws IOException {
            Children.Child.say(
                    ConnectionLimits.NORMAL.maxUnidentified() + " and " + ConnectionLimits.NORMAL.maxInbound());
        }
    }

    private static String limitsWith(int files) throws IOException {
        try (Children children = new Children()) {
            return children.start(List.of("sh", "-c", "ulimit -n " + files + "; exec \"$0\" \"$@\""), LimitsChild.class)
                    .hear();
        }
    }

    @Test
    void strangersGetAnEighthOfTheFilesAndNodesHalfOfThem() throws IOException {
        assertThat(limitsWith(400)).isEqualTo("50 and 200");
    }

    @Test
    void aProcessThatMayOpenManyFilesHasFixedLimits() throws IOException {
        assertThat(limitsWith(4_000)).isEqualTo("256 and 1024");
    }
}
