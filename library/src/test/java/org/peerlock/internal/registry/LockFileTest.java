package org.peerlock.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.internal.registry.Children.Child;

@DisabledOnOs(OS.WINDOWS) // where an open file cannot be deleted
class LockFileTest {

    @TempDir
    private Path directory;

    private Path path;
    private final Children children = new Children();

    @BeforeEach
    void nameTheFile() {
        path = directory.resolve("lock");
    }

    @AfterEach
    void endChildren() {
        children.close();
    }

    private void replace() throws IOException {
        Files.delete(path);
        Files.createFile(path);
    }

    private String lockFromAnotherProcess() throws IOException {
        Child child = children.start(FileChild.class);
        child.tell("lock " + path);
        return child.hear();
    }

    @Test
    void aFileThatNobodyTouchesIsInPlaceAndStaysLockedUntilItIsClosed() throws IOException {
        try (LockFile lockFile = new LockFile(path)) {
            assertThat(lockFile.tryLock()).isTrue();
            lockFile.requireInPlace();
            assertThat(lockFromAnotherProcess()).isEqualTo("busy");
        }
        assertThat(lockFromAnotherProcess()).isEqualTo("locked");
    }

    @Test
    void aFileThatWasReplacedBetweenOpeningAndLockingIsNotInPlace() throws IOException {
        try (LockFile lockFile = new LockFile(path)) {
            replace();
            assertThat(lockFile.tryLock()).as("of the file that was opened").isTrue();
            assertThatThrownBy(lockFile::requireInPlace).hasMessageContaining("somebody replaced");
        }
    }

    @Test
    void aFileThatWasReplacedAfterLockingIsNotInPlace() throws IOException {
        try (LockFile lockFile = new LockFile(path)) {
            assertThat(lockFile.tryLock()).isTrue();
            replace();
            assertThat(lockFromAnotherProcess()).isEqualTo("locked");
            assertThatThrownBy(lockFile::requireInPlace).hasMessageContaining("somebody replaced");
        }
    }

    @Test
    void aFileThatWasDeletedIsNotInPlaceAndIsNotCreatedAgain() throws IOException {
        try (LockFile lockFile = new LockFile(path)) {
            assertThat(lockFile.tryLock()).isTrue();
            Files.delete(path);
            assertThatThrownBy(lockFile::requireInPlace).isInstanceOf(NoSuchFileException.class);
            assertThat(path).doesNotExist();
        }
    }

    @Test
    void aFileThatAnotherProcessHasLockedCannotBeLocked() throws IOException {
        assertThat(lockFromAnotherProcess()).isEqualTo("locked");
        try (LockFile lockFile = new LockFile(path)) {
            assertThat(lockFile.tryLock()).isFalse();
        }
    }
}
