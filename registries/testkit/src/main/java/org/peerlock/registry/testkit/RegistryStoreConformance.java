package org.peerlock.registry.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/**
 * What every {@link RegistryStore} must do for the threads of one process. Each test method has a
 * registry of its own, which is empty at first.
 *
 * <p>A class prints how many compare-and-sets its tests made whose whole history was checked.
 */
public abstract class RegistryStoreConformance {

    private static final int THREADS = 4;

    /** Writes that each of several tests makes; the system property {@code peerlock.registry.writes}. */
    protected static final int WRITES = Integer.getInteger("peerlock.registry.writes", 100);

    private static final List<History> CHECKED = new ArrayList<>();

    private static final String NOTHING = TaggedBytes.ABSENT.tag();

    /** For a subclass. */
    protected RegistryStoreConformance() {}

    @BeforeAll
    static void forgetOtherClasses() {
        CHECKED.clear();
    }

    @AfterAll
    static void reportHistories(TestInfo test) {
        Figures.print(test, "compare-and-sets", History.summary(CHECKED));
        CHECKED.clear();
    }

    /** Checks what all writers saw and did, when they have ended. Returns how many writes took place. */
    final int check(History history) throws Exception {
        int writes = history.check(open(), timeout());
        CHECKED.add(history);
        return writes;
    }

    /** The registry of this test method, as one more node opens it. The subclass closes it. */
    protected abstract RegistryStore open() throws Exception;

    /** Deletes the content by other means than this library's, as an administrator would. */
    protected abstract void delete() throws Exception;

    /** The time limit of each call, while nothing is wrong. */
    protected Duration timeout() {
        return Duration.ofSeconds(30);
    }

    /** The content of the registry. Override it where a read may be stale. */
    protected TaggedBytes readFresh(RegistryStore store) throws Exception {
        return store.read(timeout());
    }

    /** Replaces the content, whatever it is, and returns what is there then. */
    private TaggedBytes replace(RegistryStore store, String content) throws Exception {
        assertThat(write(store, readFresh(store).tag(), content)).isTrue();
        return readFresh(store);
    }

    private boolean write(RegistryStore store, String tag, String content) throws Exception {
        return store.compareAndSet(tag, bytes(content), timeout());
    }

    @Test
    void nothingIsThereAtFirst() throws Exception {
        assertThat(readFresh(open())).isEqualTo(TaggedBytes.ABSENT);
    }

    @Test
    void aWriterThatKnowsTheTagReplacesTheContent() throws Exception {
        RegistryStore one = open();
        RegistryStore other = open();
        assertThat(write(one, NOTHING, "a")).isTrue();
        TaggedBytes first = readFresh(other);
        assertThat(first.content()).isEqualTo(bytes("a"));
        assertThat(first.tag()).isNotEmpty();
        assertThat(write(other, first.tag(), "b")).isTrue();
        assertThat(readFresh(one).content()).isEqualTo(bytes("b"));
    }

    @Test
    void aWriterThatKnowsAnotherTagReplacesNothing() throws Exception {
        RegistryStore store = open();
        TaggedBytes first = replace(store, "a");
        TaggedBytes second = replace(store, "b");
        assertThat(write(store, NOTHING, "c")).isFalse();
        assertThat(write(store, first.tag(), "c")).isFalse();
        assertThat(readFresh(store)).isEqualTo(second);
    }

    @Test
    void nobodyWritesOverNothingWithATagOfAContent() throws Exception {
        RegistryStore store = open();
        TaggedBytes first = replace(store, "a");
        delete();
        assertThat(readFresh(store)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(write(store, first.tag(), "b")).isFalse();
        assertThat(readFresh(store)).isEqualTo(TaggedBytes.ABSENT);
    }

    @Test
    void noTagComesAgainAfterADeletion() throws Exception {
        RegistryStore store = open();
        Set<String> tags = new HashSet<>();
        for (int life = 0; life < 8; life++) {
            for (int write = 0; write < 3; write++) {
                assertThat(tags.add(replace(store, "a").tag())).isTrue();
            }
            String current = readFresh(store).tag();
            for (String old : tags) {
                assertThat(old.equals(current) || !write(store, old, "b"))
                        .as("refused with an old tag")
                        .isTrue();
            }
            delete();
        }
    }

    @Test
    void theSameContentHasAnotherTag() throws Exception {
        RegistryStore store = open();
        TaggedBytes first = replace(store, "a");
        TaggedBytes second = replace(store, "a");
        assertThat(second.tag()).isNotEqualTo(first.tag());
        assertThat(write(store, first.tag(), "b")).isFalse();
    }

    @Test
    void aContentThatWasClearedHasATagOfItsOwn() throws Exception {
        RegistryStore store = open();
        TaggedBytes first = replace(store, "a");
        TaggedBytes cleared = replace(store, "");
        assertThat(cleared.isEmpty()).isTrue();
        assertThat(cleared.tag()).isNotEqualTo(first.tag()).isNotEqualTo(NOTHING);
        assertThat(write(store, NOTHING, "b")).isFalse();
        assertThat(write(store, cleared.tag(), "b")).isTrue();
    }

    @Test
    void contentsAreNotChangedThroughTheirArrays() throws Exception {
        RegistryStore store = open();
        byte[] content = bytes("a");
        assertThat(store.compareAndSet(NOTHING, content, timeout())).isTrue();
        content[0] = 'x';
        readFresh(store).content()[0] = 'x';
        assertThat(readFresh(store).content()).isEqualTo(bytes("a"));
    }

    @Test
    void aStoreHoldsAnyBytes() throws Exception {
        RegistryStore store = open();
        for (int length : new int[] {0, 1, 100_000, 0, 5}) {
            byte[] content = new byte[length];
            new Random(length).nextBytes(content);
            assertThat(store.compareAndSet(readFresh(store).tag(), content, timeout()))
                    .isTrue();
            assertThat(readFresh(store).content()).isEqualTo(content);
        }
    }

    @Test
    void ofAllWritersThatKnowTheSameTagOneWrites() throws Exception {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        int rounds = Math.max(1, WRITES / THREADS);
        List<List<Boolean>> written = inThreads(thread -> {
            RegistryStore store = open();
            List<Boolean> own = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                together.await();
                String tag = readFresh(store).tag();
                together.await();
                own.add(write(store, tag, "thread" + thread));
            }
            return own;
        });
        for (int round = 0; round < rounds; round++) {
            int number = round;
            assertThat(written.stream().filter(own -> own.get(number)))
                    .as("round %s", round)
                    .hasSize(1);
        }
    }

    @Test
    void noWriteOfManyThreadsIsLost() throws Exception {
        History history = new History();
        List<Boolean> unused = inThreads(thread -> {
            new Writer(open(), "thread" + thread, timeout(), history::add).write(Math.max(1, WRITES / THREADS));
            return true;
        });
        assertThat(check(history)).isGreaterThanOrEqualTo(WRITES / THREADS * THREADS);
    }

    @Test
    void aDescriptionSaysWhereTheRegistryIs() throws Exception {
        assertThat(open().describe()).isNotBlank().doesNotContain("\n");
    }

    private interface Task<T> {

        T run(int thread) throws Exception;
    }

    private static <T> List<T> inThreads(Task<T> task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<T>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                tasks.add(() -> task.run(number));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
