package org.peerlock.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import org.peerlock.internal.registry.ProcessTable.Home;
import org.peerlock.registry.TaggedBytes;

class ProcessDeathDetectorTest {

    private static final Duration LEASE = FileChild.LEASE;
    private static final String ONE = "0".repeat(31) + "1";
    private static final String TWO = "f".repeat(16) + "0".repeat(15) + "2";

    @TempDir
    private Path temporary;

    private Path directory;
    private ProcessDeathDetector files;
    private final Children children = new Children();

    @BeforeEach
    void makeTheDirectory() throws IOException {
        directory = temporary.resolve("members");
        files = new ProcessDeathDetector(directory);
    }

    @AfterEach
    void endChildren() {
        children.close();
    }

    private Child startNode(String member) throws IOException {
        Child child = children.start(FileChild.class);
        child.tell("create " + directory + " " + member);
        assertThat(child.hear()).isEqualTo("created");
        return child;
    }

    private Path file(String member) {
        return directory.resolve(member);
    }

    private Home home(String member) throws IOException {
        String[] words = Files.readString(file(member)).strip().split(" ", 3);
        return Home.parse(words[2]).orElseThrow();
    }

    private static Home own() {
        return ProcessTable.OF_THIS_MACHINE.own().orElseThrow();
    }

    private static String text(Home home) {
        return "peerlock-member " + LEASE.toMillis() + " " + home.text() + "\n";
    }

    private void write(Home home) throws IOException {
        Files.writeString(file(ONE), text(home));
    }

    /** Nobody is dead, and whoever is there has this lease. */
    private void assertNoProof() throws IOException {
        assertThat(files.dead()).isEmpty();
        assertThat(files.longestLease()).contains(LEASE);
    }

    /** Nobody is dead, and it is not known who is there. */
    private void assertNothingKnown() throws IOException {
        assertThat(files.dead()).isEmpty();
        assertThat(files.longestLease()).isEmpty();
    }

    @Test
    void aDirectoryProvesNothingAndDelaysNothing() throws IOException {
        Files.createDirectory(file(ONE));
        assertNothingKnown();
    }

    /** A member may leave between the moment when its file is listed and the moment when it is read. */
    @Test
    void aFileThatIsGoneProvesNothingAndNamesNoLease() throws IOException {
        assertThat(MemberFile.provesDeath(file(ONE), ProcessTable.OF_THIS_MACHINE))
                .isFalse();
        assertThat(MemberFile.lease(file(ONE))).isEmpty();
    }

    @Test
    void aFileThatIsLongerThanThatOfAMemberProvesNothing() throws IOException {
        Home gone = own();
        Files.writeString(
                file(ONE),
                text(new Home("b".repeat(2_000), gone.numbers(), gone.times(), gone.pid(), gone.started() + 1)));
        assertNothingKnown();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theFileOfAMemberNamesItsProcessAndItsLease() throws IOException {
        files.register(ONE, LEASE);
        assertThat(file(ONE)).hasContent(text(own()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatIsCreatedAgainLeavesNoOpenFileBehind() throws IOException {
        files.register(ONE, LEASE);
        Files.delete(file(ONE));
        files.restore();
        assertThat(openFiles())
                .filteredOn(name -> name.contains(ONE))
                .containsExactly(file(ONE).toString());
        files.unregister(ONE);
        assertThat(openFiles()).noneMatch(name -> name.contains(ONE));
    }

    /** The files that this process has open; a deleted one is marked as such. */
    private static List<String> openFiles() throws IOException {
        List<String> open = new ArrayList<>();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : links) {
                try {
                    open.add(Files.readSymbolicLink(link).toString());
                } catch (NoSuchFileException e) {
                    // closed meanwhile
                }
            }
        }
        return open;
    }

    // Processes that live and die

    @Test
    @EnabledOnOs(OS.LINUX)
    void onlyAKilledProcessIsDead() throws Exception {
        Child one = startNode(ONE);
        Child two = startNode(TWO);
        assertNoProof();
        one.kill();
        assertThat(files.dead()).containsExactly(ONE);
        assertThat(files.longestLease()).contains(LEASE);
        two.kill();
        assertThat(files.dead()).containsExactly(ONE, TWO);
        assertThat(files.longestLease()).contains(Duration.ZERO);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aStoppedProcessIsNotDead() throws Exception {
        Child child = startNode(ONE);
        child.signal("STOP");
        assertNoProof();
        child.signal("CONT");
        assertNoProof();
        child.tell("touch " + file(ONE));
        assertThat(child.hear()).isEqualTo("touched");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatHasLostItsLockIsNotDead() throws Exception {
        Child child = startNode(ONE);
        Child other = children.start(FileChild.class);
        other.tell("lock " + file(ONE));
        assertThat(other.hear()).isEqualTo("busy");
        child.tell("touch " + file(ONE));
        child.hear();
        assertNoProof();
        other.tell("lock " + file(ONE));
        assertThat(other.hear()).as("the system gives the lock up").isEqualTo("locked");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatHasItsLockIsNotDead() throws Exception {
        startNode(ONE);
        Home home = home(ONE);
        write(new Home(home.boot(), home.numbers(), home.times(), home.pid(), home.started() - 1));
        assertNoProof();
    }

    // The content of the file

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNumberThatAnotherProcessHasNowProvesDeath() throws Exception {
        Home home = own();
        write(new Home(home.boot(), home.numbers(), home.times(), home.pid(), home.started() - 1));
        assertThat(files.dead()).containsExactly(ONE);
        write(home);
        assertNoProof();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void anotherBootOrNamespaceProvesNothing() throws Exception {
        Home home = own();
        long wrong = home.started() - 1;
        write(new Home("another", home.numbers(), home.times(), home.pid(), wrong));
        assertNoProof();
        write(new Home(home.boot(), "another", home.times(), home.pid(), wrong));
        assertNoProof();
        write(new Home(home.boot(), home.numbers(), "another", home.pid(), wrong));
        assertNoProof();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void noPartOfAFileProvesAnything() throws Exception {
        Home home = own();
        String whole = text(new Home(home.boot(), home.numbers(), home.times(), home.pid(), 1));
        Files.writeString(file(ONE), whole);
        assertThat(files.dead()).containsExactly(ONE);
        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(file(ONE), whole.substring(0, length));
            assertNothingKnown();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                "peerlock-member unknown\n",
                "peerlock-member a b c 1 1\n",
                "peerlock-member 0 a b c 1 1\n",
                "peerlock-member 99999999999999999999 a b c 1 1\n"
            })
    void aFileThatNoNodeHasWrittenProvesNothing(String text) throws Exception {
        Files.writeString(file(ONE), text);
        assertNothingKnown();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "a b c d e", "a b c 1 99999999999999999999"})
    void aFileThatNamesNoProcessStillTellsTheLease(String process) throws Exception {
        Files.writeString(file(ONE), "peerlock-member " + LEASE.toMillis() + " " + process + "\n");
        assertNoProof();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileOfAnotherUserProvesNothingAndKeepsARegistryFromBeingCreated() throws Exception {
        Home home = own();
        write(new Home(home.boot(), home.numbers(), home.times(), home.pid(), 1));
        Files.setPosixFilePermissions(file(ONE), Set.of());
        Child child = children.start(Children.withoutPrivileges(), FileChild.class);
        child.tell("judge " + directory);
        assertThat(child.hear()).isEqualTo("[] denied");
    }

    // Own nodes

    @Test
    void anOwnNodeIsNotDeadAndKeepsItsLockUnderWhateverNameItIsAskedFor() throws Exception {
        try (MemberFile own = files.create(ONE, LEASE)) {
            Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);
            for (Path name : List.of(directory, link, directory.resolve("../members"), link.resolve("../members"))) {
                ProcessDeathDetector others = new ProcessDeathDetector(name);
                assertThat(others.dead()).as("%s", name).isEmpty();
                assertThat(others.longestLease()).as("%s", name).contains(LEASE);
            }
            Files.createLink(file(TWO), file(ONE));
            assertNoProof();
            assertThat(own).isNotNull();
            Child child = children.start(FileChild.class);
            child.tell("lock " + file(ONE));
            assertThat(child.hear()).isEqualTo("busy");
        }
    }

    @Test
    void aNodeThatHasLeftHasNoFile() throws Exception {
        MemberFile own = files.create(ONE, LEASE);
        own.close();
        own.close();
        assertThat(file(ONE)).doesNotExist();
        assertThat(files.longestLease()).contains(Duration.ZERO);
        files.create(ONE, LEASE).close();
    }

    @Test
    void noTwoMembersHaveTheSameId() throws Exception {
        try (MemberFile own = files.create(ONE, LEASE)) {
            assertThatThrownBy(() -> files.create(ONE, LEASE)).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(own).isNotNull();
            assertThat(file(ONE)).exists();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileIsForItsOwnerOnly() throws Exception {
        try (MemberFile own = files.create(ONE, LEASE)) {
            assertThat(own).isNotNull();
            assertThat(Files.getPosixFilePermissions(file(ONE)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    // All of a directory

    @Test
    void theLongestLeaseOfThoseWhoMayBeAliveCounts() throws Exception {
        files.register(ONE, LEASE.minusMillis(1));
        startNode(TWO);
        assertThat(files.longestLease()).contains(LEASE);
        files.register("3".repeat(32), LEASE.plusMillis(1));
        assertThat(files.longestLease()).contains(LEASE.plusMillis(1));
        files.unregister("3".repeat(32));
        assertThat(files.longestLease()).contains(LEASE);
        Files.writeString(file("4".repeat(32)), "");
        assertThat(files.longestLease()).as("one is known, another is not").contains(LEASE);
        files.unregister(ONE);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theLeaseOfTheDeadDoesNotCount() throws Exception {
        files.register(ONE, LEASE.minusMillis(1));
        startNode(TWO).kill();
        assertThat(files.longestLease()).contains(LEASE.minusMillis(1));
        files.unregister(ONE);
    }

    @Test
    void nobodyIsInAnEmptyDirectory() throws Exception {
        assertThat(files.longestLease()).contains(Duration.ZERO);
        assertThat(files.dead()).isEmpty();
    }

    @Test
    void otherFilesAreNoMembers() throws Exception {
        new FileRegistryStore(directory).compareAndSet(TaggedBytes.ABSENT.tag(), new byte[1], TIMEOUT);
        Files.writeString(directory.resolve(ONE + "0"), "");
        Files.writeString(directory.resolve("README"), "");
        assertThat(files.longestLease()).contains(Duration.ZERO);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void onlyTheDeadAreForgotten() throws Exception {
        startNode(ONE).kill();
        startNode(TWO);
        files.forget(Set.of(ONE, TWO, "3".repeat(32)));
        assertThat(file(ONE)).doesNotExist();
        assertThat(file(TWO)).exists();
    }

    @Test
    void whereProcessesAreNotKnownNoneIsEverDead() throws Exception {
        ProcessDeathDetector ignorant =
                new ProcessDeathDetector(directory, new ProcessTable(temporary.resolve("no/proc")));
        assertThat(ignorant.longestLease()).contains(Duration.ZERO);
        Optional<Home> known = ProcessTable.OF_THIS_MACHINE.own();
        try (MemberFile own = ignorant.create(ONE, LEASE)) {
            assertThat(own).isNotNull();
            Files.writeString(
                    file(TWO),
                    known.map(ProcessDeathDetectorTest::text).orElse("").replaceAll(" \\d+\n", " 1\n"));
            assertThat(ignorant.dead()).isEmpty();
            assertThat(ignorant.longestLease()).contains(LEASE);
        }
        Files.delete(file(TWO));
        startNode(ONE).kill();
        assertThat(ignorant.dead()).isEmpty();
        assertThat(ignorant.longestLease()).contains(LEASE);
    }
}
