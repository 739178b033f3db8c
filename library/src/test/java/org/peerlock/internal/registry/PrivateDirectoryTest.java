package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.LogLines;
import org.peerlock.internal.os.CurrentUser;
import org.peerlock.registry.TaggedBytes;
import org.slf4j.LoggerFactory;

/** Which directories a registry may be kept in, on a machine with other users. */
@EnabledOnOs(OS.LINUX)
class PrivateDirectoryTest {

    private static final int NOBODY = 65_534;

    @TempDir
    private Path directory;

    private static void assumeRoot() {
        assumeTrue(CurrentUser.id().orElse(1) == CurrentUser.ROOT, "only root can give files away");
    }

    private static void giveToNobody(Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
    }

    private static Path allow(Path path, String permissions) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    /** Whatever is refused, nothing is created. */
    private static void isRefused(Path registry, Path culprit) {
        assertThatThrownBy(() -> new FileRegistryStore(registry))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(culprit.toString());
        assertThat(registry).doesNotExist();
    }

    private static void isAccepted(Path registry) {
        assertThatCode(() -> new FileRegistryStore(registry)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwxrwxrwx", "rwxr-----", "rwx-w----", "rwx---r--", "rwx----w-"})
    void aDirectoryThatOthersMayListOrWriteToIsRefused(String permissions) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
        assertThatThrownBy(() -> new FileRegistryStore(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other users may list")
                .hasMessageEndingWith("chmod 700 " + directory.toRealPath());
        assertThatCode(() -> FileRegistryStore.ofObserver(directory)).doesNotThrowAnyException();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        assertThatCode(() -> new FileRegistryStore(directory)).doesNotThrowAnyException();
    }

    @Test
    void aDirectoryOfAnotherUserIsRefused() throws IOException {
        int owner = (int) Files.getAttribute(directory, "unix:uid");
        assertThatThrownBy(() -> PrivateDirectory.requireOwner(directory, OptionalInt.of(owner + 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another user");
        assertThatCode(() -> PrivateDirectory.requireOwner(directory, OptionalInt.of(owner)))
                .doesNotThrowAnyException();
        assertThat(CurrentUser.id()).hasValue(owner);
    }

    @Test
    void aRegistryIsNotKeptInADirectoryOfAnotherUser() throws IOException {
        assumeTrue(CurrentUser.id().orElse(1) == CurrentUser.ROOT, "only root can give a directory away");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(directory, "unix:uid", 65_534);
        assertThatThrownBy(() -> new FileRegistryStore(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another user");
        assertThatCode(() -> FileRegistryStore.ofObserver(directory)).doesNotThrowAnyException();
    }

    // The path

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx"})
    void aParentThatOthersMayWriteToIsRefused(String permissions) throws IOException {
        Path parent = Files.createDirectory(directory.resolve("parent"));
        Path registry = parent.resolve("registry");
        isAccepted(registry);
        allow(parent, permissions);
        assertThatThrownBy(() -> new FileRegistryStore(registry))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("run: chmod go-w " + parent);
        allow(parent, "rwxr-xr-x");
        isAccepted(registry);
    }

    @Test
    void aParentOfAnotherUserIsRefused() throws IOException {
        assumeRoot();
        Path parent = Files.createDirectories(directory.resolve("theirs/parent"));
        giveToNobody(directory.resolve("theirs"));
        isRefused(parent.resolve("registry"), directory.resolve("theirs"));
    }

    @Test
    void aStickyParentIsAcceptedForEntriesOfThisUser() throws Exception {
        Path sticky = Files.createDirectory(directory.resolve("sticky"));
        assertThat(new ProcessBuilder("chmod", "1777", sticky.toString())
                        .start()
                        .waitFor())
                .isZero();
        isAccepted(sticky.resolve("registry"));
        isAccepted(sticky.resolve("mine/registry"));
        assumeRoot();
        giveToNobody(Files.createSymbolicLink(sticky.resolve("link"), Path.of("mine")));
        isRefused(sticky.resolve("link/other"), sticky.resolve("link"));
        giveToNobody(Files.createDirectory(sticky.resolve("theirs")));
        isRefused(sticky.resolve("theirs/registry"), sticky.resolve("theirs"));
    }

    @Test
    void everyDirectoryOnTheWayOfASymbolicLinkCounts() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Path inside = Files.createDirectory(open.resolve("inside"));
        Files.createSymbolicLink(directory.resolve("absolute"), inside);
        Files.createSymbolicLink(directory.resolve("relative"), Path.of("./open/inside"));
        Files.createSymbolicLink(directory.resolve("back"), Path.of("open/inside/../.."));
        isAccepted(directory.resolve("absolute/a"));
        isAccepted(directory.resolve("relative/b"));
        isAccepted(directory.resolve("back/c"));
        allow(open, "rwxrwxrwx");
        isRefused(directory.resolve("absolute/d"), open);
        isRefused(directory.resolve("relative/e"), open);
        isRefused(directory.resolve("back/f"), open);
        isAccepted(directory.resolve("g"));
    }

    @Test
    void symbolicLinksInACircleAreRefused() throws IOException {
        Path circle = Files.createSymbolicLink(directory.resolve("circle"), Path.of("circle"));
        assertThatThrownBy(() -> new FileRegistryStore(circle.resolve("registry")))
                .isInstanceOf(FileSystemLoopException.class);
    }

    // The content

    @Test
    void aRestoredFileThatShowsTheSecretIsMadePrivateAgain() throws IOException {
        FileRegistryStore store = new FileRegistryStore(directory);
        assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), "first".getBytes(UTF_8), TIMEOUT))
                .isTrue();
        Path state = allow(directory.resolve("cluster-state"), "rw-r--r--");
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(FileRegistryStore.class))) {
            assertThat(store.read(TIMEOUT).content()).isEqualTo("first".getBytes(UTF_8));
            assertThat(store.read(TIMEOUT).content()).isEqualTo("first".getBytes(UTF_8));
            assertThat(lines.warnings()).hasSize(1);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileOfAnotherUserIsNotRead() throws IOException {
        assumeRoot();
        FileRegistryStore store = new FileRegistryStore(directory);
        assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), "first".getBytes(UTF_8), TIMEOUT))
                .isTrue();
        giveToNobody(directory.resolve("cluster-state"));
        assertThatThrownBy(() -> store.read(TIMEOUT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another user");
    }
}
