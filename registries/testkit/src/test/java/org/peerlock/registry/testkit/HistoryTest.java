package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;

/** The checks of a history notice what a bad store does. */
class HistoryTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final InMemoryRegistryStore store = new InMemoryRegistryStore();
    private final History history = new History();

    /** A store that does one thing wrong, once. */
    private abstract class BadStore implements RegistryStore {

        private int calls;

        abstract boolean writeBadly(String tag, byte[] content) throws IOException;

        @Override
        public TaggedBytes read(Duration timeout) {
            return store.read(timeout);
        }

        @Override
        public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
            calls++;
            return calls == 3 ? writeBadly(tag, content) : store.compareAndSet(tag, content, timeout);
        }

        @Override
        public String describe() {
            return "bad";
        }
    }

    private void write(RegistryStore through) {
        new Writer(through, "writer", TIMEOUT, history::add).write(5);
    }

    @Test
    void aGoodStorePasses() throws IOException {
        write(store);
        assertThat(history.check(store, TIMEOUT)).isEqualTo(5);
    }

    @Test
    void aLostAcknowledgedWriteIsNoticed() {
        write(new BadStore() {
            @Override
            boolean writeBadly(String tag, byte[] content) {
                return true;
            }
        });
        assertThatThrownBy(() -> history.check(store, TIMEOUT)).hasMessageContaining("acknowledged write");
    }

    @Test
    void aWriteThatTookPlaceAlthoughItFailedForCertainIsNoticed() {
        write(new BadStore() {
            @Override
            boolean writeBadly(String tag, byte[] content) throws IOException {
                store.compareAndSet(tag, content, TIMEOUT);
                throw new IOException("certainly not written");
            }
        });
        assertThatThrownBy(() -> history.check(store, TIMEOUT)).hasMessageContaining("failed for certain");
    }

    @Test
    void aWriteOfUnknownOutcomeMayHaveTakenPlace() throws IOException {
        write(new BadStore() {
            @Override
            boolean writeBadly(String tag, byte[] content) throws IOException {
                store.compareAndSet(tag, content, TIMEOUT);
                throw new UnknownOutcomeException("perhaps");
            }
        });
        assertThat(history.check(store, TIMEOUT)).isEqualTo(6);
    }

    @Test
    void aWriteThatWentBackToAnEarlierContentIsNoticed() {
        write(store);
        Writer late = new Writer(
                new BadStore() {
                    @Override
                    boolean writeBadly(String tag, byte[] content) {
                        return store.compareAndSet(
                                store.read(TIMEOUT).tag(),
                                Write.of("late", 9, "writer-2").content(),
                                TIMEOUT);
                    }
                },
                "late",
                TIMEOUT,
                history::add);
        late.write(3);
        assertThatThrownBy(() -> history.check(store, TIMEOUT)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aTagThatStandsForTwoContentsIsNoticed() {
        write(new BadStore() {
            @Override
            public TaggedBytes read(Duration timeout) {
                TaggedBytes seen = super.read(timeout);
                return seen.isEmpty() ? seen : new TaggedBytes("same", seen.content());
            }

            @Override
            public boolean compareAndSet(String tag, byte[] content, Duration timeout) {
                return store.compareAndSet(store.read(timeout).tag(), content, timeout);
            }

            @Override
            boolean writeBadly(String tag, byte[] content) {
                throw new AssertionError();
            }
        });
        assertThatThrownBy(() -> history.check(store, TIMEOUT)).hasMessageContaining("content of tag same");
    }

    @Test
    void aPartOfAContentIsNoticed() {
        byte[] content = Write.of("writer", 1, Write.NONE).content();
        assertThatThrownBy(() -> Write.parse(java.util.Arrays.copyOf(content, content.length - 1)))
                .hasMessageContaining("a part of one");
    }
}
