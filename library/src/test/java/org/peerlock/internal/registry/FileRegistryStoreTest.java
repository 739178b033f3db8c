package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.registry.Children.Child;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.slf4j.LoggerFactory;

class FileRegistryStoreTest {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private static final Duration LEASE = Duration.ofSeconds(7);

    @TempDir
    private Path temporary;

    private Path directory;
    private static final int WRITES = 30;

    private final Children children = new Children();

    @BeforeEach
    void nameADirectory() {
        directory = temporary.resolve("some/where");
    }

    @AfterEach
    void endChildren() {
        children.close();
    }

    private FileRegistryStore open() throws IOException {
        return new FileRegistryStore(directory);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private TaggedBytes write(String content) throws Exception {
        RegistryStore registryStore = open();
        assertThat(registryStore.compareAndSet(registryStore.read(TIMEOUT).tag(), bytes(content), TIMEOUT))
                .isTrue();
        return registryStore.read(TIMEOUT);
    }

    // Writers that die

    @ParameterizedTest
    @ValueSource(strings = {"", "peerlock-fi", "peerlock-file 0000000000000005 00000000\nnever was the content"})
    void whatADeadWriterLeftIsNeverRead(String left) throws Exception {
        RegistryFiles.make(directory);
        Path fresh = directory.resolve("cluster-state.new");
        Files.writeString(fresh, left);
        assertThat(open().read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        TaggedBytes first = write("a");
        Files.writeString(fresh, left);
        assertThat(open().read(TIMEOUT)).isEqualTo(first);
        assertThat(write("b").content()).isEqualTo(bytes("b"));
        assertThat(fresh).doesNotExist();
    }

    @Test
    void whatADeadWriterLeftNeedNotBeWritable() throws Exception {
        RegistryFiles.make(directory);
        Path elsewhere = Files.writeString(temporary.resolve("elsewhere"), "must stay");
        Files.createSymbolicLink(directory.resolve("cluster-state.new"), elsewhere);
        write("a");
        assertThat(elsewhere).hasContent("must stay");
        assertThat(directory.resolve("cluster-state")).isRegularFile();
    }

    // Failures

    @Test
    @EnabledOnOs(OS.LINUX)
    void aWriteForWhichThereIsNoSpaceChangesNothing() throws Exception {
        TaggedBytes before = write("a");
        Child child = children.start(List.of("sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""), FileChild.class);
        child.tell("write " + directory + " 1000000");
        assertThat(child.hear()).isEqualTo("failed");
        assertThat(open().read(TIMEOUT)).isEqualTo(before);
        assertThat(directory.resolve("cluster-state.new")).doesNotExist();
        child.tell("write " + directory + " 10");
        assertThat(child.hear()).isEqualTo("true");
        assertThat(open().read(TIMEOUT).content()).isEqualTo(new byte[10]);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whetherAWriteLastsIsUnknownIfTheDirectoryCannotBeForced() throws Exception {
        write("a");
        Child child = children.start(Children.withoutPrivileges(), FileChild.class);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("-wx------"));
        try {
            child.tell("write " + directory + " 10");
            assertThat(child.hear()).isEqualTo("unknown");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aWriterThatIsStoppedMakesOthersFailInsteadOfWait() throws Exception {
        TaggedBytes before = write("a");
        Child child = children.start(FileChild.class);
        child.tell("lock " + directory.resolve("cluster-state.lock"));
        assertThat(child.hear()).isEqualTo("locked");
        assertThatThrownBy(() -> open().compareAndSet(before.tag(), bytes("b"), Duration.ofMillis(800)))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("cluster-state.lock");
        assertThat(open().read(TIMEOUT)).isEqualTo(before);
        child.kill();
        assertThat(open().compareAndSet(before.tag(), bytes("b"), TIMEOUT)).isTrue();
    }

    @Test
    void aWriterWaitsForAnotherThatIsDoneSoon() throws Exception {
        TaggedBytes before = write("a");
        Child child = children.start(FileChild.class);
        child.tell("lock " + directory.resolve("cluster-state.lock"));
        assertThat(child.hear()).isEqualTo("locked");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            FileRegistryStore patient = open();
            Future<Boolean> written =
                    pool.submit(() -> patient.compareAndSet(before.tag(), bytes("b"), Duration.ofHours(1)));
            child.tell("lock " + directory.resolve("another.lock")); // the writer has some time to try meanwhile
            assertThat(child.hear()).isEqualTo("locked");
            child.kill();
            assertThat(written.get()).isTrue();
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "something else",
                "peerlock-file ",
                "peerlock-file 1\na",
                "peerlock-file 0000000000000001 00000000\na",
                "peerlock-file 0000000000000001 00000000",
                "peerlock-file 000000000000000g 00000000\na",
                "peerlock-file 0000000000000000 dcbc4560\na"
            })
    void aFileThatIsDamagedIsRefusedAndKept(String text) throws Exception {
        RegistryFiles.make(directory);
        Path file = Files.writeString(directory.resolve("cluster-state"), text);
        RegistryStore registryStore = open();
        assertThatThrownBy(() -> registryStore.read(TIMEOUT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThatThrownBy(() -> registryStore.compareAndSet(TaggedBytes.ABSENT.tag(), bytes("b"), TIMEOUT))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnknownOutcomeException.class);
        assertThat(file).hasContent(text);
    }

    @Test
    void noChangeOfASingleBitGoesUnnoticed() throws Exception {
        write("some content");
        Path file = directory.resolve("cluster-state");
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            assertThatThrownBy(() -> open().read(TIMEOUT)).as("bit %s", bit).isInstanceOf(IOException.class);
        }
    }

    @Test
    void noTagComesAgainAfterADeletion() throws Exception {
        Set<String> tags = new HashSet<>();
        for (int life = 0; life < 10; life++) {
            for (int write = 0; write < 3; write++) {
                assertThat(tags.add(write("a").tag())).isTrue();
            }
            Files.delete(directory.resolve("cluster-state"));
            assertThat(open().read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        }
    }

    @Test
    void versionsCountUpAndHaveRoomForThat() throws Exception {
        for (int life = 0; life < 20; life++) {
            long first = Long.parseLong(write("a").tag(), 16);
            assertThat(first).isPositive().isLessThan(1L << 62);
            assertThat(Long.parseLong(write("b").tag(), 16)).isEqualTo(first + 1);
            Files.delete(directory.resolve("cluster-state"));
        }
    }

    @Test
    void aDirectoryThatWasDeletedIsCreatedAgainWithTheFilesOfItsMembers() throws Exception {
        String member = "1".repeat(32);
        RegistryStore registryStore = open();
        registryStore.deathDetector().register(member, LEASE);
        write("a");
        deleteTheDirectory();
        assertThatThrownBy(() -> registryStore.compareAndSet(TaggedBytes.ABSENT.tag(), bytes("b"), TIMEOUT))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(registryStore.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(registryStore.deathDetector().longestLease()).contains(LEASE);
        assertThat(open().deathDetector().longestLease()).as("as others see it").contains(LEASE);
        assertThat(registryStore.compareAndSet(TaggedBytes.ABSENT.tag(), bytes("b"), TIMEOUT))
                .isTrue();
        registryStore.deathDetector().unregister(member);
        assertThat(open().deathDetector().longestLease())
                .as("its own file was the only one")
                .contains(Duration.ZERO);
    }

    /** Another process has created the directory again, and not yet its member files. */
    @Test
    void aStoreThatHasSeenTheRegistryIsNeverCertainThatNoneIsAlive() throws Exception {
        RegistryStore other = new FileRegistryStore(directory);
        RegistryStore store = new FileRegistryStore(directory);
        assertThat(store.deathDetector().longestLease()).contains(Duration.ZERO);
        other.compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, TIMEOUT);
        store.read(TIMEOUT);
        deleteTheDirectory();
        RegistryFiles.make(directory);
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(store.deathDetector().longestLease()).isEmpty();
        assertThat(other.deathDetector().longestLease()).isEmpty();
    }

    @Test
    void anObserverDoesNotCreateTheDirectoryAgain() throws Exception {
        new FileRegistryStore(directory).compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, TIMEOUT);
        RegistryStore observer = FileRegistryStore.ofObserver(directory);
        assertThat(observer.read(TIMEOUT).content()).containsExactly(1);
        deleteTheDirectory();
        assertThatThrownBy(() -> observer.read(TIMEOUT)).isInstanceOf(NoSuchFileException.class);
        assertThat(directory).doesNotExist();
        assertThatThrownBy(() -> FileRegistryStore.ofObserver(directory)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void itIsNotCertainThatAllAreDeadIfTheirFilesMayHaveBeenDeleted() throws Exception {
        RegistryStore registryStore = open();
        assertThat(registryStore.deathDetector().longestLease()).contains(Duration.ZERO);
        deleteTheDirectory();
        assertThat(registryStore.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(registryStore.deathDetector().longestLease()).isEmpty();
    }

    private void deleteTheDirectory() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    // Others

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerMayUseTheFiles() throws Exception {
        write("a");
        Files.writeString(directory.resolve("cluster-state.new"), "for everybody");
        write("b");
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.getPosixFilePermissions(directory.resolve("cluster-state")))
                .isEqualTo(OWNER_ONLY);
        assertThat(Files.getPosixFilePermissions(directory.resolve("cluster-state.lock")))
                .isEqualTo(OWNER_ONLY);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aDirectoryMayGoUnderSeveralNames() throws Exception {
        RegistryFiles.make(directory);
        Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);
        Path roundabout = directory.resolve("../where");
        List<Callable<Integer>> writers = new ArrayList<>();
        for (Path name : List.of(directory, link, roundabout)) {
            writers.add(() -> writeThrough(new FileRegistryStore(name)));
        }
        int written = all(writers).stream().mapToInt(Integer::intValue).sum();
        assertThat(open().read(TIMEOUT).content()).hasSize(written);
    }

    /** Each write is one byte longer than the one before it. */
    private static int writeThrough(RegistryStore store) throws IOException {
        int written = 0;
        while (written < WRITES) {
            TaggedBytes seen = store.read(TIMEOUT);
            written += store.compareAndSet(seen.tag(), new byte[seen.content().length + 1], TIMEOUT) ? 1 : 0;
        }
        return written;
    }

    @Test
    void twoClassLoadersOfOneProcessDoNotTakeTheLockFromEachOther() throws Exception {
        List<Callable<Integer>> writers = new ArrayList<>();
        for (int loader = 0; loader < 3; loader++) {
            writers.add(this::writeThroughAnotherClassLoader);
        }
        int written = all(writers).stream().mapToInt(Integer::intValue).sum();
        assertThat(open().read(TIMEOUT).content()).hasSize(written);
    }

    private static URL locationOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Each write is one byte longer than the one before it. */
    private int writeThroughAnotherClassLoader() throws Exception {
        URL[] classes = {locationOf(FileRegistryStore.class), locationOf(LoggerFactory.class)};
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(FileRegistryStore.class.getName());
            assertThat(type).isNotSameAs(FileRegistryStore.class);
            Object registry = type.getConstructor(Path.class).newInstance(directory);
            Method read = type.getMethod("read", Duration.class);
            Method compareAndSet = type.getMethod("compareAndSet", String.class, byte[].class, Duration.class);
            int written = 0;
            for (int attempt = 0; attempt < WRITES || written == 0; attempt++) {
                Object seen = read.invoke(registry, TIMEOUT);
                Object tag = seen.getClass().getMethod("tag").invoke(seen);
                byte[] content = (byte[]) seen.getClass().getMethod("content").invoke(seen);
                try {
                    written += compareAndSet
                                    .invoke(registry, tag, new byte[content.length + 1], TIMEOUT)
                                    .equals(true)
                            ? 1
                            : 0;
                } catch (InvocationTargetException e) {
                    assertThat(e.getCause()).isInstanceOf(IOException.class);
                }
            }
            return written;
        }
    }

    private static <T> List<T> all(List<Callable<T>> tasks) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    // Interrupts

    @Test
    void anInterruptedThreadReadsAndDoesNotWriteAndStaysInterrupted() throws Exception {
        TaggedBytes before = write("a");
        RegistryStore registryStore = open();
        Thread.currentThread().interrupt();
        try {
            assertThat(registryStore.read(TIMEOUT)).isEqualTo(before);
            assertThatThrownBy(() -> registryStore.compareAndSet(before.tag(), bytes("b"), TIMEOUT))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(UnknownOutcomeException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(registryStore.read(TIMEOUT)).isEqualTo(before);
        assertThat(registryStore.compareAndSet(before.tag(), bytes("b"), TIMEOUT))
                .isTrue();
    }

    @Test
    void anInterruptAtAnyMomentLeavesTheOutcomeThatIsReported() throws Exception {
        RegistryStore registryStore = open();
        write("start");
        Thread writer = Thread.currentThread();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 100; round++) {
                TaggedBytes before = registryStore.read(TIMEOUT);
                byte[] content = bytes("round " + round);
                Future<?> interrupt = pool.submit(() -> {
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(4_000_000));
                    writer.interrupt();
                });
                String outcome;
                try {
                    outcome = String.valueOf(registryStore.compareAndSet(before.tag(), content, TIMEOUT));
                } catch (UnknownOutcomeException e) {
                    outcome = "unknown";
                } catch (IOException e) {
                    outcome = "failed";
                }
                while (!interrupt.isDone()) {
                    Thread.onSpinWait();
                }
                assertThat(Thread.interrupted()).isTrue();
                byte[] after = registryStore.read(TIMEOUT).content();
                switch (outcome) {
                    case "true" -> assertThat(after).isEqualTo(content);
                    case "failed" -> assertThat(registryStore.read(TIMEOUT)).isEqualTo(before);
                    case "unknown" -> assertThat(after).isIn(content, before.content());
                    default -> throw new AssertionError(outcome);
                }
            }
        } finally {
            pool.shutdownNow();
            Thread.interrupted();
        }
    }
}
