package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.ClusterObserver;
import org.peerlock.IncompatibleSettingsException;
import org.peerlock.Inspection;
import org.peerlock.Member;
import org.peerlock.RegistryUnavailableException;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreProvider;
import org.peerlock.registry.TaggedBytes;

/** What an observer makes of a registry that has members which do not answer, or that it finds by a URL. */
@Timeout(120)
class ObservedStoreTest {

    private static final String URL = "observed:any";
    private static final Duration SHORT = Duration.ofMillis(1);

    private static final Incarnation MEMBER = new Incarnation(1, 1);
    private static final Incarnation OTHER = new Incarnation(1, 2);

    /** A registry that has what a test says. */
    private static final class ObservedStore implements RegistryStore, DeathDetector {
        private Optional<ClusterState> content = Optional.empty();
        private Optional<IOException> problem = Optional.empty();
        private boolean detectsNothing;
        private Set<String> dead = Set.of();
        private int closed;

        @Override
        public TaggedBytes read(Duration timeout) throws IOException {
            if (problem.isPresent()) {
                throw problem.get();
            }
            return content.map(state -> new TaggedBytes("1", ClusterStateText.write(state)))
                    .orElse(TaggedBytes.ABSENT);
        }

        @Override
        public boolean compareAndSet(String tag, byte[] bytes, Duration timeout) {
            throw new AssertionError("an observer writes nothing");
        }

        @Override
        public String describe() {
            return "the store of the test";
        }

        @Override
        public DeathDetector deathDetector() {
            return this;
        }

        @Override
        public Set<String> dead() throws IOException {
            if (detectsNothing) {
                throw new IOException("out of order");
            }
            return dead;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    /** Opens the store of the current test. */
    public static final class Provider implements RegistryStoreProvider {

        @Override
        public Set<String> schemes() {
            return Set.of("observed");
        }

        @Override
        public RegistryStore open(String url, String cluster) throws IOException {
            if (!cluster.equals("watched") && !cluster.equals("another")) {
                throw new IOException("no such place");
            }
            return current;
        }
    }

    private static ObservedStore current = new ObservedStore();

    private final ObservedStore store = new ObservedStore();
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void provideTheStore(@TempDir Path directory) throws IOException {
        current = store;
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(RegistryStoreProvider.class.getName()), Provider.class.getName());
        Thread.currentThread()
                .setContextClassLoader(
                        new URLClassLoader(new URL[] {directory.toUri().toURL()}, before));
    }

    @AfterEach
    void provideNothing() throws IOException {
        if (Thread.currentThread().getContextClassLoader() instanceof URLClassLoader made) {
            made.close();
        }
        Thread.currentThread().setContextClassLoader(before);
    }

    private static final LeaseTerms LEASE = new LeaseTerms(100, 0);

    private static ClusterState state(int protocol, boolean genesis) {
        return ClusterState.create(
                new Incarnation(7, 7),
                RegistrySecret.WITHHELD,
                "watched",
                new ClusterSettings(protocol, "naimi-trehel"),
                1,
                genesis ? LEASE : null);
    }

    private static ClusterState after(ClusterState state, RegistryCommand command) {
        return state.apply(command).orElseThrow();
    }

    /** Nobody listens there. */
    private static ClusterState joined(ClusterState state, Incarnation id) {
        return after(
                state, new RegistryCommand.Join(id, Endpoint.plain("127.0.0.1:1"), ProtocolRange.OF_LIBRARY, LEASE, 0));
    }

    private static ClusterObserver open() {
        return ClusterObserver.open("watched", URL).orElseThrow();
    }

    @Test
    void aStoreIsClosedOnceTogetherWithItsObserver() {
        store.content = Optional.of(state(1, false));
        ClusterObserver observer = open();
        assertThat(store.closed).isZero();
        observer.close();
        observer.close();
        assertThat(store.closed).isEqualTo(1);
    }

    @Test
    void aStoreThatIsOfNoUseIsClosedAgain() {
        assertThat(ClusterObserver.open("watched", URL)).isEmpty();
        assertThat(store.closed).isEqualTo(1);
        store.content = Optional.of(state(1, false));
        assertThatThrownBy(() -> ClusterObserver.open("another", URL))
                .isInstanceOf(IncompatibleSettingsException.class)
                .hasMessage("the directory is that of cluster 'watched', not of 'another'");
        assertThat(store.closed).isEqualTo(2);
        store.content = Optional.of(state(99, false));
        assertThatThrownBy(ObservedStoreTest::open)
                .isInstanceOf(IncompatibleSettingsException.class)
                .hasMessageStartingWith("cluster 'watched' cannot be inspected by this version of Peerlock: protocol: ")
                .hasMessageEndingWith(". Use the same version in all processes");
        assertThat(store.closed).isEqualTo(3);
        store.problem = Optional.of(new IOException("out of order"));
        assertThatThrownBy(ObservedStoreTest::open)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("cannot read the registry of cluster 'watched': out of order");
        assertThat(store.closed).isEqualTo(4);
    }

    @Test
    void aStoreThatCannotBeOpenedIsAProblem() {
        assertThatThrownBy(() -> ClusterObserver.open("nowhere", URL))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("the registry cannot be opened: no such place");
    }

    @Test
    void aRegistryThatWasDeletedMeanwhileIsAProblem() {
        store.content = Optional.of(state(1, false));
        try (ClusterObserver observer = open()) {
            store.content = Optional.empty();
            assertThatThrownBy(() -> observer.members(SHORT))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessage("the registry of cluster 'watched' was deleted meanwhile");
        }
    }

    @Test
    void anObserverThatIsClosedAsksNobody() {
        store.content = Optional.of(state(1, false));
        ClusterObserver observer = open();
        observer.close();
        assertThatThrownBy(() -> observer.members(SHORT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this observer of cluster 'watched' was closed");
        assertThatThrownBy(() -> observer.inspect("a", SHORT)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> observer.locks(SHORT)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whereThereAreNoMembersNobodyIsWaitedFor() throws InterruptedException {
        store.content = Optional.of(state(1, true));
        try (ClusterObserver observer = open()) {
            assertThat(observer.members(Duration.ofDays(1))).isEmpty();
            assertThat(observer.inspect("a", Duration.ofDays(1)).holders()).isEmpty();
        }
    }

    @Test
    void aMemberThatDoesNotAnswerIsShownWithItsAddressAlone() throws InterruptedException {
        ClusterState one = joined(state(1, false), MEMBER);
        ClusterState viewed = after(one, new RegistryCommand.Propose(new TreeMap<>(), false));
        viewed = after(viewed, new RegistryCommand.Install(viewed.maxEpoch()));
        store.content = Optional.of(joined(viewed, OTHER));
        try (ClusterObserver observer = open()) {
            Member member = observer.members(SHORT).get(0);
            assertThat(member.peer().id()).isEqualTo(MEMBER.shortId());
            assertThat(member.peer().address()).isEqualTo("127.0.0.1:1");
            assertThat(member.peer().label()).isEmpty();
            assertThat(member.version()).isEmpty();
            assertThat(member.epoch()).isEqualTo(viewed.current().epoch());
            Member waits = observer.members(SHORT).get(1);
            assertThat(waits.epoch()).as("it is in no view yet").isZero();

            Inspection inspection = observer.inspect("a", SHORT);
            assertThat(inspection.holders()).isEmpty();
            assertThat(inspection.unanswered()).hasSize(2);
            assertThat(observer.locks(SHORT)).isEmpty();
        }
    }

    @Test
    void whoIsProvenToBeDeadAndWhoNeverLivedIsNotShown() throws InterruptedException {
        store.content = Optional.of(joined(joined(state(1, true), MEMBER), OTHER));
        try (ClusterObserver observer = open()) {
            assertThat(observer.members(SHORT)).hasSize(2);
            store.dead = Set.of(OTHER.toString());
            assertThat(observer.members(SHORT))
                    .extracting(ObservedStoreTest::id)
                    .containsExactly(MEMBER.shortId());
            store.detectsNothing = true;
            assertThat(observer.members(SHORT))
                    .as("nobody is proven to be dead")
                    .hasSize(2);
        }
    }

    private static String id(Member member) {
        return member.peer().id();
    }

    @Test
    void aLeaseLastsAsLongAsOthersWaitForItFromItsFirstSightOn() throws InterruptedException {
        ClusterState state = joined(state(1, false), MEMBER);
        store.content = Optional.of(state);
        Duration whole = Duration.ofNanos(100_001_000);
        try (ClusterObserver observer = open()) {
            assertThat(lease(observer)).isEqualTo(whole);
            Duration rest = lease(observer);
            assertThat(rest).isLessThan(whole);
            while (!rest.isZero()) {
                Duration next = lease(observer);
                assertThat(next).isBetween(Duration.ZERO, rest);
                rest = next;
            }
            store.content = Optional.of(after(state, new RegistryCommand.Renew(MEMBER, new TreeSet<>())));
            assertThat(lease(observer)).as("it was renewed").isEqualTo(whole);
        }
    }

    private static Duration lease(ClusterObserver observer) throws InterruptedException {
        return observer.members(SHORT).get(0).lease();
    }
}
