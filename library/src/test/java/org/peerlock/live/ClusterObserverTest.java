package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.ClusterObserver;
import org.peerlock.Grant;
import org.peerlock.IncompatibleSettingsException;
import org.peerlock.Inspection;
import org.peerlock.LockUse;
import org.peerlock.Member;
import org.peerlock.Peerlock;
import org.peerlock.RegistryUnavailableException;

/** What is seen of a cluster from outside. */
@Timeout(120)
class ClusterObserverTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private Peerlock join(String label) throws InterruptedException {
        return Peerlock.builder("watched")
                .directory(directory)
                .label(label)
                .lease(Duration.ofSeconds(30))
                .join();
    }

    private ClusterObserver open() {
        return ClusterObserver.open("watched", directory).orElseThrow();
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("peerlock-watched-observer"))
                .toList();
    }

    private static void assertNoThreadStays() throws InterruptedException {
        for (Thread thread : threads()) {
            thread.join(60_000);
        }
        assertThat(threads()).isEmpty();
    }

    @Test
    void theMembersAreShownWithTheirLeasesAndTheirView() throws Exception {
        try (Peerlock first = join("first");
                Peerlock second = join("second");
                ClusterObserver observer = open()) {
            List<Member> seen = observer.members(LONG);
            assertThat(seen).extracting(member -> member.peer().label()).containsExactlyInAnyOrder("first", "second");
            assertThat(seen)
                    .extracting(member -> member.peer().id())
                    .containsExactlyInAnyOrderElementsOf(first.members().stream()
                            .map(member -> member.peer().id())
                            .toList());
            assertThat(seen).allSatisfy(member -> {
                assertThat(member.peer().here()).isFalse();
                assertThat(member.peer().address()).startsWith("127.0.0.1:");
                assertThat(member.version()).isEqualTo(Peerlock.version());
                assertThat(member.epoch()).isEqualTo(second.statistics().epoch());
                assertThat(member.lease()).isPositive();
            });
        }
    }

    @Test
    void aLeaseIsSeenToBeRenewed() throws Exception {
        try (Peerlock member = Peerlock.builder("watched")
                        .directory(directory)
                        .lease(Duration.ofSeconds(2))
                        .join();
                ClusterObserver observer = open()) {
            assertThat(member.cluster()).isEqualTo("watched");
            Duration last = lease(observer);
            boolean shrunk = false;
            boolean grown = false;
            while (!shrunk || !grown) {
                Duration next = lease(observer);
                shrunk |= next.compareTo(last) < 0;
                grown |= next.compareTo(last) > 0;
                last = next;
            }
        }
    }

    private static Duration lease(ClusterObserver observer) throws InterruptedException {
        return observer.members(LONG).stream().findFirst().map(Member::lease).orElse(Duration.ZERO);
    }

    @Test
    void aLockIsShownWithItsHolder() throws Exception {
        try (Peerlock member = join("first");
                ClusterObserver observer = open();
                Grant grant = member.lock("invoice").withLabel("order-17").acquire(LONG)) {
            Inspection seen = observer.inspect("invoice", LONG);
            assertThat(seen.holders()).singleElement().satisfies(holder -> {
                assertThat(holder.label()).isEqualTo("order-17");
                assertThat(holder.fence()).isEqualTo(grant.fence());
                assertThat(holder.peer().label()).isEqualTo("first");
                assertThat(holder.peer().address()).startsWith("127.0.0.1:");
            });
            assertThat(seen.unanswered()).isEmpty();
            assertThat(seen.reason()).isEqualTo("This process is not waiting for it.");
            assertThatThrownBy(() -> observer.inspect("", LONG)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theUseOfALockIsThatOfAllMembers() throws Exception {
        try (Peerlock first = join("first");
                Peerlock second = join("second");
                ClusterObserver observer = open()) {
            first.lock("busy").acquire(LONG).close();
            second.lock("busy").acquire(LONG).close();
            second.lock("other").acquire(LONG).close();
            List<LockUse> seen = observer.locks(LONG);
            assertThat(seen).extracting(LockUse::lock).containsExactly("busy", "other");
            assertThat(seen.get(0).acquisitions()).isEqualTo(2);
        }
    }

    @Test
    void aMemberThatHasLeftIsNotShown() throws Exception {
        try (Peerlock first = join("first")) {
            assertThat(first.cluster()).isEqualTo("watched");
            try (ClusterObserver observer = open()) {
                try (Peerlock second = join("second")) {
                    assertThat(observer.members(LONG)).hasSize(2);
                    assertThat(second.members()).hasSize(2);
                }
                assertThat(observer.members(LONG))
                        .extracting(member -> member.peer().label())
                        .containsExactly("first");
            }
        }
    }

    @Test
    void whereThereIsNoClusterNothingIsCreated() throws IOException {
        Path missing = directory.resolve("missing");
        assertThat(ClusterObserver.open("watched", missing)).isEmpty();
        assertThat(ClusterObserver.open("watched", "file:" + missing)).isEmpty();
        assertThat(ClusterObserver.exists(missing)).isFalse();
        assertThat(missing).doesNotExist();
        assertThat(ClusterObserver.open("watched", directory)).isEmpty();
        assertThat(ClusterObserver.exists(directory)).isFalse();
    }

    @Test
    void aClusterIsFoundByItsDirectoryAndByItsUrl() throws Exception {
        try (Peerlock member = join("first");
                ClusterObserver byUrl =
                        ClusterObserver.open("watched", "file:" + directory).orElseThrow()) {
            assertThat(byUrl.members(LONG)).hasSize(member.members().size());
            assertThat(ClusterObserver.exists(directory)).isTrue();
        }
    }

    @Test
    void theRegistryOfAnotherClusterIsRefusedAndNoThreadStays() throws Exception {
        try (Peerlock member = join("first")) {
            assertThat(member.cluster()).isEqualTo("watched");
            assertThatThrownBy(() -> ClusterObserver.open("orders", directory))
                    .isInstanceOf(IncompatibleSettingsException.class)
                    .hasMessage("the directory is that of cluster 'watched', not of 'orders'");
        }
        assertNoThreadStays();
    }

    @Test
    void aRegistryThatCannotBeReadIsAProblem() throws Exception {
        join("first").close();
        Files.write(directory.resolve("cluster-state"), new byte[] {'?'});
        assertThatThrownBy(() -> ClusterObserver.open("watched", directory))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageStartingWith("cannot read the registry of cluster 'watched': ");
        Path file = Files.createFile(directory.resolve("a-file"));
        assertThatThrownBy(() -> ClusterObserver.open("watched", file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot be used");
    }

    @Test
    void anObserverThatIsClosedEndsItsThread() throws Exception {
        try (Peerlock member = join("first")) {
            assertThat(member.cluster()).isEqualTo("watched");
            ClusterObserver observer = open();
            assertThat(threads()).hasSize(1);
            observer.close();
            observer.close();
            assertNoThreadStays();
        }
    }
}
