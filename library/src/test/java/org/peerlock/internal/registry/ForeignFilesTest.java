package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.os.CurrentUser;
import org.peerlock.registry.TaggedBytes;

/** What no process of the cluster has put where the files of the registry are. */
@EnabledOnOs(OS.LINUX)
class ForeignFilesTest {

    private static final int NOBODY = 65534;

    @TempDir
    private Path temporary;

    private Path directory;
    private FileRegistryStore store;

    @BeforeEach
    void createARegistry() throws IOException {
        directory = temporary.resolve("registry");
        store = new FileRegistryStore(directory);
        assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), "first".getBytes(UTF_8), TIMEOUT))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster-state", "cluster-state.lock"})
    void aPipeInPlaceOfAFileIsRefusedInsteadOfWaitedFor(String name) throws Exception {
        String version = store.read(TIMEOUT).tag();
        Path pipe = directory.resolve(name);
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Boolean> write = CompletableFuture.supplyAsync(() -> {
            try {
                return store.compareAndSet(version, "second".getBytes(UTF_8), TIMEOUT);
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
        assertThatThrownBy(() -> write.get(1, TimeUnit.MINUTES)).hasMessageContaining(pipe + " is not a regular file");
    }

    @Test
    void anotherNameOfTheFileKeepsItsOldContent() throws IOException {
        Path another = Files.createLink(temporary.resolve("another"), directory.resolve("cluster-state"));
        String before = Files.readString(another);
        TaggedBytes first = store.read(TIMEOUT);
        assertThat(store.compareAndSet(first.tag(), "second".getBytes(UTF_8), TIMEOUT))
                .isTrue();
        assertThat(another).hasContent(before);
        assertThat(store.read(TIMEOUT).content()).isEqualTo("second".getBytes(UTF_8));
    }

    /** The parent may be a directory such as /tmp, where every user can create files. */
    @Test
    void aDirectoryThatAnotherUserPutInPlaceOfADeletedOneIsNotUsed() throws IOException {
        Assumptions.assumeTrue(CurrentUser.id().orElse(1) == CurrentUser.ROOT, "only root can give files away");
        String version = store.read(TIMEOUT).tag();
        Files.move(directory, temporary.resolve("deleted"), StandardCopyOption.ATOMIC_MOVE);
        Files.createDirectory(directory);
        Files.setAttribute(directory, "unix:uid", NOBODY);
        assertThatThrownBy(() -> store.read(TIMEOUT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another user");
        assertThatThrownBy(() -> store.compareAndSet(TaggedBytes.ABSENT.tag(), "second".getBytes(UTF_8), TIMEOUT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another user");
        assertThatThrownBy(() -> store.compareAndSet(version, "second".getBytes(UTF_8), TIMEOUT))
                .isInstanceOf(IOException.class);
        assertThat(directory.resolve("cluster-state")).doesNotExist();
    }
}
