package org.peerlock.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.registry.Children.Child;

/** Writers that count in one registry, each for itself, and the checks of the result. */
public final class CountingStore {

    private static final int MOST_PADDING = 4_000;

    private CountingStore() {}

    /** The content of the registry: the count of each writer, in a text of changing length that is refused unless it is complete. */
    private record Counts(SortedMap<String, Integer> counts) {

        static Counts parse(byte[] content) {
            SortedMap<String, Integer> counts = new TreeMap<>();
            for (String line : new String(content, UTF_8).split("\n", -1)) {
                int space = line.indexOf(' ');
                if (space > 0) {
                    counts.put(line.substring(0, space), Integer.valueOf(line.substring(space + 1)));
                }
            }
            Counts parsed = new Counts(counts);
            if (content.length > 0 && !Arrays.equals(content, parsed.bytes())) {
                throw new IllegalStateException("not a whole content: " + new String(content, UTF_8));
            }
            return parsed;
        }

        int of(String writer) {
            return counts.getOrDefault(writer, 0);
        }

        Counts next(String writer) {
            SortedMap<String, Integer> next = new TreeMap<>(counts);
            next.merge(writer, 1, Integer::sum);
            return new Counts(next);
        }

        byte[] bytes() {
            StringBuilder text = new StringBuilder();
            int sum = 0;
            for (Map.Entry<String, Integer> count : counts.entrySet()) {
                text.append(count.getKey()).append(' ').append(count.getValue()).append('\n');
                sum += count.getValue();
            }
            return text.append("=".repeat(1 + sum * 997 % MOST_PADDING))
                    .append("end")
                    .toString()
                    .getBytes(UTF_8);
        }
    }

    /** Is told what a writer does. */
    public interface Listener {

        /** A snapshot was read. */
        void saw(long version, int contentHash) throws IOException;

        /** A write was acknowledged. */
        void counted(int count) throws IOException;

        /** It is not known whether a write took place. */
        void unknown() throws IOException;
    }

    /** Counts until this many writes were acknowledged. A write that fails or is refused is tried again. */
    public static void count(RegistryStore registryStore, String writer, int times, Listener listener)
            throws IOException {
        for (int acknowledged = 0; acknowledged < times; ) {
            VersionedBytes seen = registryStore.read();
            listener.saw(seen.version(), Arrays.hashCode(seen.content()));
            Counts next = Counts.parse(seen.content()).next(writer);
            boolean written = false;
            try {
                written = registryStore.compareAndSet(seen.version(), next.bytes());
            } catch (UnknownOutcomeException e) {
                listener.unknown();
            } catch (IOException e) {
                // not written: again
            }
            if (written) {
                acknowledged++;
                listener.counted(next.of(writer));
            }
        }
    }

    /** Counts in a process of its own: class of the opener, address of the registry, name of the writer, how far to count. */
    public static void main(String[] arguments) throws Exception {
        RegistryStoreOpener opener = Class.forName(arguments[0])
                .asSubclass(RegistryStoreOpener.class)
                .getDeclaredConstructor()
                .newInstance();
        RegistryStore registryStore = opener.open(arguments[1]);
        count(registryStore, arguments[2], Integer.parseInt(arguments[3]), new Listener() {
            @Override
            public void saw(long version, int contentHash) throws IOException {
                Child.say("saw " + version + " " + contentHash);
            }

            @Override
            public void counted(int count) throws IOException {
                Child.say("counted " + count);
            }

            @Override
            public void unknown() throws IOException {
                Child.say("unknown");
            }
        });
    }

    /** The operations that a writer has reported. */
    public static final class Account implements Listener {

        private final String writer;
        private final Map<Long, Integer> seen = new HashMap<>();
        private final List<Integer> counted = new ArrayList<>();
        private int perhaps;

        public Account(String writer) {
            this.writer = writer;
        }

        @Override
        public void saw(long version, int contentHash) {
            assertThat(seen.merge(version, contentHash, (before, now) -> before))
                    .as("content of version %s", version)
                    .isEqualTo(contentHash);
        }

        @Override
        public void counted(int count) {
            counted.add(count);
        }

        @Override
        public void unknown() {
            perhaps++;
        }

        /** The writer was killed, so it could not report its last operation. */
        public void wasKilled() {
            perhaps++;
        }

        /** Takes down one line of a writer in another process. */
        public void take(String line) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "saw" -> saw(Long.parseLong(words[1]), Integer.parseInt(words[2]));
                case "counted" -> counted(Integer.parseInt(words[1]));
                case "unknown" -> unknown();
                default -> throw new IllegalArgumentException(line);
            }
        }

        public int acknowledged() {
            return counted.size();
        }
    }

    /** Something that a writer wrote is there, whole. */
    static void assertWhole(VersionedBytes seen) {
        assertThat(Counts.parse(seen.content()).counts()).isNotEmpty();
    }

    /** All acknowledged writes are there and no others, and no version had two contents. */
    public static void assertNothingLost(RegistryStore registryStore, List<Account> accounts) throws IOException {
        Counts last = Counts.parse(settled(registryStore).content());
        Map<Long, Integer> seen = new HashMap<>();
        for (Account account : accounts) {
            account.seen.forEach((version, hash) -> assertThat(seen.merge(version, hash, (before, now) -> before))
                    .as("content of version %s", version)
                    .isEqualTo(hash));
            assertThat(account.counted)
                    .as("what %s counted", account.writer)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(last.of(account.writer))
                    .as("last count of %s", account.writer)
                    .isBetween(account.acknowledged(), account.acknowledged() + account.perhaps);
        }
    }

    /** The content when all writers have ended, even if reads are stale: a write was based on it. */
    private static VersionedBytes settled(RegistryStore registryStore) throws IOException {
        while (true) {
            VersionedBytes seen = registryStore.read();
            if (registryStore.compareAndSet(seen.version(), seen.content())) {
                return seen;
            }
        }
    }
}
