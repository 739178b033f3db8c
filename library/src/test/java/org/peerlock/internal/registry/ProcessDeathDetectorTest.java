package org.peerlock.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

class ProcessDeathDetectorTest {

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
        return Home.parse(Files.readString(file(member))).orElseThrow();
    }

    private static Home own() {
        return ProcessTable.OF_THIS_MACHINE.own().orElseThrow();
    }

    private void write(Home home) throws IOException {
        Files.writeString(file(ONE), home.text());
    }

    private void assertNoProof() throws IOException {
        assertThat(files.dead()).isEmpty();
        assertThat(files.noneAlive()).isFalse();
    }

    @Test
    void whatIsNoFileProvesNothingAndHoldsUpNobody() throws IOException {
        Files.createDirectory(file(ONE));
        assertNoProof();
    }

    // Processes that live and die

    @Test
    @EnabledOnOs(OS.LINUX)
    void onlyWhoWasKilledIsDead() throws Exception {
        Child one = startNode(ONE);
        Child two = startNode(TWO);
        assertNoProof();
        one.kill();
        assertThat(files.dead()).containsExactly(ONE);
        assertThat(files.noneAlive()).isFalse();
        two.kill();
        assertThat(files.dead()).containsExactly(ONE, TWO);
        assertThat(files.noneAlive()).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whoIsStoppedIsNotDead() throws Exception {
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
    void whoHasLostItsLockIsNotDead() throws Exception {
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
    void whoHasItsLockIsNotDead() throws Exception {
        startNode(ONE);
        Home home = home(ONE);
        Files.writeString(
                file(ONE), new Home(home.boot(), home.numbers(), home.times(), home.pid(), home.started() - 1).text());
        assertNoProof();
    }

    // What is written

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
        String whole = new Home(home.boot(), home.numbers(), home.times(), home.pid(), 1).text();
        Files.writeString(file(ONE), whole);
        assertThat(files.dead()).containsExactly(ONE);
        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(file(ONE), whole.substring(0, length));
            assertNoProof();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                "peerlock-member unknown\n",
                "peerlock-member a b c d e\n",
                "peerlock-member a b c 1 99999999999999999999\n"
            })
    void whatIsNotWrittenByANodeProvesNothing(String text) throws Exception {
        Files.writeString(file(ONE), text);
        assertNoProof();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileOfAnotherUserProvesNothing() throws Exception {
        Home home = own();
        write(new Home(home.boot(), home.numbers(), home.times(), home.pid(), 1));
        Files.setPosixFilePermissions(file(ONE), Set.of());
        assumeFalse(Files.isReadable(file(ONE)), "root reads everything");
        assertNoProof();
    }

    // Own nodes

    @Test
    void anOwnNodeIsNotDeadAndKeepsItsLockUnderWhateverNameItIsAskedFor() throws Exception {
        try (MemberFile own = files.create(ONE)) {
            Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);
            for (Path name : List.of(directory, link, directory.resolve("../members"), link.resolve("../members"))) {
                ProcessDeathDetector others = new ProcessDeathDetector(name);
                assertThat(others.dead()).as("%s", name).isEmpty();
                assertThat(others.noneAlive()).as("%s", name).isFalse();
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
        MemberFile own = files.create(ONE);
        own.close();
        own.close();
        assertThat(file(ONE)).doesNotExist();
        assertThat(files.noneAlive()).isTrue();
        files.create(ONE).close();
    }

    @Test
    void noTwoMembersHaveTheSameId() throws Exception {
        try (MemberFile own = files.create(ONE)) {
            assertThatThrownBy(() -> files.create(ONE)).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(own).isNotNull();
            assertThat(file(ONE)).exists();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileIsForItsOwnerOnly() throws Exception {
        try (MemberFile own = files.create(ONE)) {
            assertThat(own).isNotNull();
            assertThat(Files.getPosixFilePermissions(file(ONE)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    // All of a directory

    @Test
    void nobodyIsInAnEmptyDirectory() throws Exception {
        assertThat(files.noneAlive()).isTrue();
        assertThat(files.dead()).isEmpty();
    }

    @Test
    void otherFilesAreNobody() throws Exception {
        new FileRegistryStore(directory).compareAndSet(0, new byte[1]);
        Files.writeString(directory.resolve(ONE + "0"), "");
        Files.writeString(directory.resolve("README"), "");
        assertThat(files.noneAlive()).isTrue();
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
    void whereProcessesAreNotKnownNobodyIsEverDead() throws Exception {
        ProcessDeathDetector ignorant =
                new ProcessDeathDetector(directory, new ProcessTable(temporary.resolve("no/proc")));
        assertThat(ignorant.noneAlive()).isTrue();
        Optional<Home> known = ProcessTable.OF_THIS_MACHINE.own();
        try (MemberFile own = ignorant.create(ONE)) {
            assertThat(own).isNotNull();
            Files.writeString(file(TWO), known.map(Home::text).orElse("").replaceAll(" \\d+\n", " 1\n"));
            assertThat(ignorant.dead()).isEmpty();
            assertThat(ignorant.noneAlive()).isFalse();
        }
        Files.delete(file(TWO));
        startNode(ONE).kill();
        assertThat(ignorant.dead()).isEmpty();
        assertThat(ignorant.noneAlive()).isFalse();
    }
}
