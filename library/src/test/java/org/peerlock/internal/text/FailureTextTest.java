package org.peerlock.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FailureTextTest {

    @Test
    void aMessageThatIsOnlyAPathOrAHostBecomesASentence() {
        assertThat(FailureText.of(new AccessDeniedException("/some/where")))
                .isEqualTo("permission denied: /some/where");
        assertThat(FailureText.of(new NoSuchFileException("/some/where"))).isEqualTo("there is no /some/where");
        assertThat(FailureText.of(new NotDirectoryException("/some/where")))
                .isEqualTo("/some/where is not a directory");
        assertThat(FailureText.of(new FileAlreadyExistsException("/some/where")))
                .isEqualTo("/some/where exists already, and is not a directory");
        assertThat(FailureText.of(new FileSystemLoopException("/some/where"))).isEqualTo("/some/where cannot be used");
        assertThat(FailureText.of(new UnknownHostException("db.example"))).isEqualTo("there is no host db.example");
    }

    @Test
    void anyOtherMessageIsKept() {
        assertThat(FailureText.of(new IOException("out of order"))).isEqualTo("out of order");
        assertThat(FailureText.of(new FileSystemException("/some/where", null, "No space left on device")))
                .isEqualTo("/some/where: No space left on device");
        assertThat(FailureText.of(new UnknownHostException("db.example: Name or service not known")))
                .isEqualTo("db.example: Name or service not known");
        assertThat(FailureText.ofCause(new IOException("out of order"))).isEqualTo("out of order");
    }

    @Test
    void aDefectKeepsItsName() {
        assertThat(FailureText.ofCause(new IllegalStateException("never")))
                .isEqualTo("java.lang.IllegalStateException: never");
    }
}
