package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.internal.configuration.Setting;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.registry.ForwardingStore;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/** Settings that are refused before anything happens. */
@Timeout(120)
class PeerlockBuilderTest {

    private final PeerlockBuilder builder = Peerlock.builder("orders").registry(new InMemoryRegistryStore());

    @ParameterizedTest
    @ValueSource(strings = {"", ".hidden", "a/b", "..", "a b", "ä"})
    void aClusterHasAName(String name) {
        assertThatThrownBy(() -> Peerlock.builder(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unlike '" + name + "'");
    }

    @Test
    void anAlgorithmHasToBeThere() {
        assertThatThrownBy(() -> builder.algorithm("nonesuch"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no algorithm 'nonesuch'")
                .hasMessageContaining("suzuki-kasami");
    }

    @Test
    void anAlgorithmHasToServeLive() {
        assertThatThrownBy(() -> builder.algorithm("maekawa-simple"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maekawa-simple cannot be used for exclusive locks of live processes: it deadlocks");
    }

    @Test
    void anAlgorithmForAnotherKindOfLockIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> builder.algorithm("raymond-k"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "raymond-k cannot be used for exclusive locks of live processes: it is for semaphores; choose"
                                + " it for their names by algorithm(prefix, \"raymond-k\"), and another one, such as"
                                + " ricart-agrawala, for exclusive locks");
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        Map<String, String> leases = Map.of(
                "PT0S", "0 s",
                "PT-1S", "-1 s",
                "PT0.099S", "99 ms",
                "PT1H0.001S", "3600001 ms",
                "PT0.1000001S", "100.0001 ms",
                "PT1000000000H", "1000000000 h");
        leases.forEach((lease, text) -> assertThatThrownBy(() -> builder.lease(Duration.parse(lease)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lease lasts from 100 ms to 1 h, in whole milliseconds, not %s", text));
        for (int cohort : new int[] {0, 15}) {
            assertThatThrownBy(() -> builder.cohort(cohort))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a cohort has 1 to 14 grants, not %s", cohort);
        }
        for (int drift : new int[] {-1, 500_001}) {
            assertThatThrownBy(() -> builder.clockDriftPpm(drift))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not " + drift);
        }
    }

    @Test
    void theEndsOfARangeBelongToIt() {
        builder.lease(Duration.ofMillis(100))
                .lease(Duration.ofHours(1))
                .cohort(1)
                .cohort(14);
        builder.clockDriftPpm(0).clockDriftPpm(500_000);
    }

    @ParameterizedTest
    @CsvSource({
        "PT-0.001S, -1 ms",
        "PT1H0.001S, 3600001 ms",
        "PT2H, 2 h",
        "PT0.0000001S, 0.0001 ms",
        "PT89.9999999S, 89999.9999 ms"
    })
    void anOutageToOutliveIsNotNegativeNorLongerThanAnHourNorMadeOfPartsOfAMillisecond(Duration outage, String text) {
        assertThatThrownBy(() -> builder.registryOutage(outage))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "an outage of the registry to outlive lasts up to 1 h, in whole milliseconds, not %s", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT0.001S", "PT90S", "PT1H"})
    void anOutageToOutliveMayBeAnythingElse(Duration outage) {
        assertThat(builder.registryOutage(outage)).isSameAs(builder);
    }

    private static Duration outageIn(Map<String, String> environment) {
        return Configuration.of(environment)
                .find(Setting.REGISTRY_OUTAGE, PeerlockBuilder::parsedOutage)
                .orElse(Duration.ZERO);
    }

    @Test
    void membersOutliveNoOutageUnlessTheEnvironmentSaysSo() {
        assertThat(outageIn(Map.of())).isZero();
        assertThat(outageIn(Map.of("PEERLOCK_REGISTRY_OUTAGE", " "))).isZero();
        assertThat(outageIn(Map.of("PEERLOCK_REGISTRY_OUTAGE", "90s"))).isEqualTo(Duration.ofSeconds(90));
    }

    @ParameterizedTest
    @CsvSource({
        "2h, 'an outage of the registry to outlive lasts up to 1 h, in whole milliseconds, not 2 h'",
        "soon, soon"
    })
    void anOutageInTheEnvironmentThatIsRefusedIsSaidToComeFromThere(String text, String reason) {
        assertThatThrownBy(() -> outageIn(Map.of("PEERLOCK_REGISTRY_OUTAGE", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the environment variable PEERLOCK_REGISTRY_OUTAGE: ")
                .hasMessageContaining(reason);
    }

    @Test
    void theTimeToJoinMustBeLongerThanTheOutageAndALease() {
        assertThatThrownBy(() -> builder.lease(Duration.ofSeconds(1))
                        .clockDriftPpm(0)
                        .registryOutage(Duration.ofSeconds(90))
                        .joinTimeout(Duration.ofSeconds(91))
                        .join())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a process that joins may have to wait for 91 s, because the registryOutage is 90 s;"
                        + " choose a longer joinTimeout than 91 s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "host:70000", "host:9-8", "::1:7"})
    void anAddressThatCannotBeUnderstoodIsRefusedAtOnce(String text) {
        assertThatThrownBy(() -> builder.listen(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.advertise(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {":7100", "host:7100-7110"})
    void oneHostAndOnePortAreAdvertised(String text) {
        assertThatThrownBy(() -> builder.advertise(text)).hasMessageContaining("advertise one host");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/app, peerlock-registry-jdbc",
        "etcd://h1/locks, peerlock-registry-etcd",
        "etcds://h1/locks, peerlock-registry-etcd",
        "zk://h1/locks, peerlock-registry-zookeeper",
        "K8S://default/locks, peerlock-registry-kubernetes"
    })
    void aUrlWhoseArtifactIsMissingSaysWhichOneToAdd(String url, String artifact) {
        assertThatThrownBy(() -> builder.registry(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("add the artifact org.peerlock:" + artifact);
    }

    @Test
    void anUnknownUrlIsRefusedWithoutRepeatingItsSecrets() {
        assertThatThrownBy(() -> builder.registry("redis://user:secret@host"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no registry store for 'redis:' is on the class path; there are stores for: file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "file:", "file:///%zz"})
    void aRegistryThatNamesNoDirectoryIsRefused(String url) {
        assertThatThrownBy(() -> builder.registry(url).join()).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "file:", "file://", "FILE:"})
    void aDirectoryIsARegistryByItsUrlOrItsPath(String prefix, @TempDir Path directory) throws Exception {
        Path place = directory.resolve("registry");
        try (Peerlock peerlock = builder.registry(prefix + place).join()) {
            assertThat(peerlock.members()).hasSize(1);
            assertThat(place.resolve("cluster-state")).exists();
        }
    }

    @Test
    void withoutAHomeADirectoryMustBeChosen() {
        String home = System.getProperty("user.home");
        System.setProperty("user.home", "?"); // as for a user of a container whom it does not know
        try {
            assertThatThrownBy(() -> Peerlock.join("orders"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("choose a registry");
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Test
    void aFileIsNoDirectory(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> builder.directory(file).join())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("choose another directory");
    }

    @Test
    void aLockHasANameThatLooksTheSameEverywhere() throws Exception {
        try (Peerlock peerlock = builder.join()) {
            assertThat(peerlock.lock("a/b ä \uD83D\uDD12").name()).isEqualTo("a/b ä \uD83D\uDD12");
            assertThat(peerlock.lock("a")).isSameAs(peerlock.lock("a")).isNotSameAs(peerlock.lock("b"));
            for (String bad : new String[] {"", "\uD83D", "a".repeat(1001)}) {
                assertThatThrownBy(() -> peerlock.lock(bad)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void aLockHasANameOfUpToAThousandBytes() throws Exception {
        try (Peerlock peerlock = builder.join()) {
            assertThat(peerlock.lock("a".repeat(1_000)).name()).hasSize(1_000);
        }
    }

    @Test
    void withoutASettingTheRegistryIsInTheHomeOfTheUser(@TempDir Path directory) throws Exception {
        assumeThat(System.getenv("PEERLOCK_REGISTRY")).isNull();
        String home = System.getProperty("user.home");
        System.setProperty("user.home", directory.toString());
        try (Peerlock peerlock = Peerlock.join("at-home")) {
            assertThat(peerlock.cluster()).isEqualTo("at-home");
            assertThat(directory.resolve(".peerlock/at-home/cluster-state")).exists();
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Test
    void aProcessThatUsesTheSettingsOfTheClusterNeedsNoneOfItsOwn() throws Exception {
        InMemoryRegistryStore registry = new InMemoryRegistryStore();
        try (Peerlock first = Peerlock.builder("shared-settings")
                        .registry(registry)
                        .lease(Duration.ofSeconds(20))
                        .algorithm("ricart-agrawala")
                        .algorithm("invoice-", "suzuki-kasami")
                        .joinTimeout(Duration.ofMinutes(1))
                        .join();
                Peerlock second = Peerlock.builder("shared-settings")
                        .registry(registry)
                        .useClusterSettings()
                        .joinTimeout(Duration.ofMinutes(1))
                        .join()) {
            assertThat(first.members()).hasSize(2);
            assertThat(second.statistics().lease()).isGreaterThan(Duration.ofSeconds(6));
            second.lock("invoice-42").acquire().close();
            assertThat(second.inspect("invoice-42").algorithm()).isEqualTo("suzuki-kasami");
            second.lock("other").acquire().close();
            assertThat(second.inspect("other").algorithm()).isEqualTo("ricart-agrawala");
        }
    }

    // Without code

    private final Set<String> propertiesSet = new HashSet<>();

    private void set(String property, String value) {
        propertiesSet.add(property);
        System.setProperty(property, value);
    }

    @AfterEach
    void clearProperties() {
        propertiesSet.forEach(System::clearProperty);
    }

    @Test
    void allThatAProcessNeedsCanBeSetWithoutCode(@TempDir Path directory) throws Exception {
        set("peerlock.cluster", "configured");
        set("peerlock.registry", "file:" + directory.resolve("registry"));
        set("peerlock.lease", "20s");
        set("peerlock.label", "billing");
        set("peerlock.listen", "127.0.0.1");
        set("peerlock.join-timeout", "1m");
        set("peerlock.shutdown", "await-close");
        set("peerlock.grace-period", "0");
        try (Peerlock peerlock = Peerlock.join()) {
            assertThat(peerlock.cluster()).isEqualTo("configured");
            assertThat(peerlock.statistics().lease()).isGreaterThan(Duration.ofSeconds(6));
            assertThat(peerlock.members())
                    .extracting(member -> member.peer().label())
                    .containsExactly("billing");
            assertThat(directory.resolve("registry/cluster-state")).exists();
        }
    }

    @Test
    void whatTheCodeSaysIsStrongerThanAllThatIsSetOutside() throws Exception {
        set("peerlock.cluster", "configured");
        set("peerlock.registry", "redis://nowhere");
        set("peerlock.label", "configured");
        set("peerlock.lease", "configured");
        set("peerlock.shutdown", "configured");
        set("peerlock.grace-period", "configured");
        try (Peerlock peerlock = builder.lease(Duration.ofSeconds(20))
                .label("code")
                .shutdown(ShutdownMode.NONE)
                .gracePeriod(Duration.ZERO)
                .join()) {
            assertThat(peerlock.cluster()).isEqualTo("orders");
            assertThat(peerlock.members())
                    .extracting(member -> member.peer().label())
                    .containsExactly("code");
        }
    }

    @Test
    void withoutTheNameOfAClusterTheMessageSaysWhereToPutIt() {
        assumeThat(System.getenv("PEERLOCK_CLUSTER")).isNull();
        assertThatThrownBy(Peerlock::join)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no cluster is named")
                .hasMessageContaining("PEERLOCK_CLUSTER")
                .hasMessageContaining("peerlock.cluster");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            peerlock.cluster        | a b        | unlike 'a b'
            peerlock.lease          | 2h         | a lease lasts from 100 ms to 1 h
            peerlock.join-timeout   | -1s        | '-1s' is not a duration
            peerlock.registry-outage| 2h         | lasts up to 1 h
            peerlock.shutdown       | politely   | 'politely' is none of leave-at-once, drain, await-close, none
            peerlock.grace-period   | long       | 'long' is not a duration
            peerlock.listen         | a b        | 'a b' is not an address
            peerlock.advertise      | :7100      | advertise one host
            peerlock.registry       | redis://u:secret@h | no registry store for 'redis:'
            """)
    void aBadValueIsReportedWithItsPlace(String property, String value, String message) {
        set("peerlock.cluster", "configured");
        set(property, value);
        PeerlockBuilder configured = property.equals("peerlock.registry")
                ? Peerlock.builder()
                : Peerlock.builder().registry(new InMemoryRegistryStore());
        assertThatThrownBy(configured::join)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the system property " + property + ": ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    @Test
    void aProcessThatCannotJoinLeavesNoThreadBehind() throws InterruptedException {
        ForwardingStore broken = new ForwardingStore(new InMemoryRegistryStore()) {
            @Override
            public TaggedBytes read(Duration timeout) throws IOException {
                throw new IOException("out of order");
            }
        };
        assertThatThrownBy(() -> Peerlock.builder("never-joined")
                        .registry(broken)
                        .joinTimeout(Duration.ofMillis(10))
                        .join())
                .isInstanceOf(RegistryUnavailableException.class);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("peerlock-never-joined")) {
                thread.join(60_000);
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void everySettingReturnsTheBuilder() {
        Path file = Path.of("any");
        assertThat(builder.listen("127.0.0.1")).isSameAs(builder);
        assertThat(builder.advertise("127.0.0.1")).isSameAs(builder);
        assertThat(builder.certificates(file, file, file, "locks.example.com")).isSameAs(builder);
        assertThat(builder.insecurePlainText()).isSameAs(builder);
        assertThat(builder.label("billing")).isSameAs(builder);
        assertThat(builder.cohort(2).executor(Runnable::run).useClusterSettings())
                .isSameAs(builder);
    }

    @Test
    void aStoreThatTheBuilderHasOpenedIsClosedIfTheNodeCannotBegin() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        RegistryStore opened = new ForwardingStore(new InMemoryRegistryStore()) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            PeerlockBuilder late =
                    Peerlock.builder("orders").registry(cluster -> opened).listen("127.0.0.1:" + taken.getLocalPort());
            assertThatThrownBy(late::join).isInstanceOf(UncheckedIOException.class);
        }
        assertThat(closed).hasValue(1);
    }

    /** A store that runs the node itself. */
    private static final class Simulation extends ForwardingStore implements NodeRuntime.Factory {

        Simulation() {
            super(new InMemoryRegistryStore());
        }

        @Override
        public NodeRuntime start(NodeObserver observer) {
            return new ScheduledRuntime(observer);
        }
    }

    @Test
    void aStoreThatRunsTheNodeItselfIsNotWaitedFor() throws InterruptedException {
        Peerlock peerlock =
                Peerlock.builder("simulated").registry(new Simulation()).join();
        assertThat(peerlock.cluster()).isEqualTo("simulated");
        assertThat(ScheduledRuntime.of(peerlock).gates().current().open())
                .as("it is no member yet")
                .isFalse();
    }

    @Test
    void aProcessThatHasLeftIsNotKeptUntilTheJvmEnds() throws InterruptedException {
        WeakReference<Peerlock> left = new WeakReference<>(leave());
        while (!Collected.isCollected(left)) {
            Thread.onSpinWait(); // its threads may still be ending
        }
    }

    private static Peerlock leave() throws InterruptedException {
        Peerlock peerlock = Peerlock.builder("forgotten")
                .registry(new InMemoryRegistryStore())
                .join();
        peerlock.close();
        return peerlock;
    }
}
