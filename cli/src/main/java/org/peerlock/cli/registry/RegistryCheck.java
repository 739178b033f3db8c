package org.peerlock.cli.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.text.FailureText;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/** A short check of what a registry's store must do, with the time that its writes take. It has a record of its own. */
public final class RegistryCheck {

    private static final String CLUSTER = "peerlock-check";
    private static final int WRITERS = 4;
    private static final int ROUNDS = 25;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int LABEL_WIDTH = "first contact  ".length();

    private final String url;
    private final Duration lease;
    private final int writes;
    private final List<String> problems = new ArrayList<>();

    /**
     * A check that touches no cluster: it uses the record {@code peerlock-check}. A directory holds one cluster, so it is not
     * used itself, but one inside.
     */
    public static RegistryCheck of(String url, Duration lease, int writes) {
        String place = RegistryStores.scheme(url).equals("file")
                ? "file:" + OpenRegistry.directory(url).resolve(CLUSTER)
                : url;
        return new RegistryCheck(place, lease, writes);
    }

    private RegistryCheck(String url, Duration lease, int writes) {
        this.url = url;
        this.lease = lease;
        this.writes = writes;
    }

    /**
     * What came of it. Times in milliseconds.
     *
     * @param durability what the engine says about keeping acknowledged writes
     * @param limit the time that a process with this lease gives a write
     * @param problems what is wrong, in sentences; empty if all is well
     */
    public record Result(
            String registry,
            Durability durability,
            double firstContact,
            int competitions,
            int writes,
            double p50,
            double p99,
            double max,
            double limit,
            List<String> problems) {

        /** The same for a reader, in lines that are no longer than this if that is possible. */
        List<String> lines(int width) {
            return paragraphs().stream()
                    .flatMap(line -> TextFit.wrap(line, width, indent(line)).stream())
                    .toList();
        }

        /** Where a line goes on: below its text, which follows a label or begins in the first column. */
        private static int indent(String line) {
            return line.startsWith("  ") ? 4 : line.indexOf("  ") > 0 ? LABEL_WIDTH : 0;
        }

        private List<String> paragraphs() {
            List<String> lines = new ArrayList<>(List.of(
                    "Registry: " + registry,
                    "",
                    "first contact  " + millis(firstContact) + "; the store accepts the settings of the engine",
                    "settings       " + settings(),
                    "competitions   " + competitions + " of " + WRITERS + " writers with the same tag",
                    "writes         " + writes + ": half within " + millis(p50) + ", 99 % within " + millis(p99)
                            + ", all within " + millis(max),
                    "time limit     " + millis(limit) + " for a write, with this lease",
                    ""));
            lines.add("Durability: " + durability.verdict());
            if (problems.isEmpty()) {
                lines.add("Good: one writer wins each time, no tag came back, and writes are fast enough.");
            } else {
                lines.add("Not good:");
                problems.forEach(problem -> lines.add("  " + problem));
            }
            return lines;
        }

        private String settings() {
            return durability.settings().isEmpty()
                    ? "unknown"
                    : durability.settings().entrySet().stream()
                            .map(setting -> setting.getKey() + " = " + setting.getValue())
                            .collect(Collectors.joining(", "));
        }

        private static String millis(double value) {
            return String.format(Locale.ROOT, value < 10 ? "%.1f ms" : "%.0f ms", value);
        }
    }

    public Result run() throws InterruptedException {
        long begin = System.nanoTime();
        try (OpenRegistry registry = OpenRegistry.open(url, CLUSTER)) {
            TaggedBytes first = registry.read();
            double firstContact = (System.nanoTime() - begin) / NANOS_PER_MILLI;
            RegistryStore store = registry.store();
            checkTags(store, first);
            compete();
            double[] times = measure(store);
            double limit = new Timing(lease.toNanos(), 0).registryTimeoutNanos() / NANOS_PER_MILLI;
            double p99 = times[(int) Math.ceil(times.length * 0.99) - 1];
            judgeSpeed(p99, limit);
            clear(store);
            return new Result(
                    store.describe(),
                    store.durability(OpenRegistry.TIMEOUT),
                    firstContact,
                    ROUNDS,
                    times.length,
                    times[times.length / 2],
                    p99,
                    times[times.length - 1],
                    limit,
                    List.copyOf(problems));
        } catch (IOException e) {
            throw OpenRegistry.unavailable(e);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    private void checkTags(RegistryStore store, TaggedBytes first) throws IOException {
        require(
                write(store, first.tag(), "a"),
                "a write with the tag that was just read was refused; is another check running?");
        TaggedBytes second = store.read(OpenRegistry.TIMEOUT);
        require(Arrays.equals(second.content(), "a".getBytes(UTF_8)), "a content that was written was not read back");
        require(
                !write(store, first.tag(), "b"),
                "a write with an old tag was accepted: two processes may hold a lock at once");
        require(
                write(store, second.tag(), "a"),
                "a write with the tag that was just read was refused; is another check running?");
        require(
                !store.read(OpenRegistry.TIMEOUT).tag().equals(second.tag()),
                "the same content has the same tag again: two processes may hold a lock at once");
    }

    private static boolean write(RegistryStore store, String tag, String content) throws IOException {
        return store.compareAndSet(tag, content.getBytes(UTF_8), OpenRegistry.TIMEOUT);
    }

    /** Lets writers with connections of their own replace the same content at the same time. */
    private void compete() throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
        CyclicBarrier together = new CyclicBarrier(WRITERS);
        try {
            List<Callable<boolean[]>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "writer " + writer;
                writers.add(() -> compete(together, name));
            }
            int[] winners = new int[ROUNDS];
            for (Future<boolean[]> wins : pool.invokeAll(writers)) {
                boolean[] won = wins.get();
                for (int round = 0; round < ROUNDS; round++) {
                    winners[round] += won[round] ? 1 : 0;
                }
            }
            require(
                    Arrays.stream(winners).noneMatch(count -> count > 1),
                    "two writers with the same tag were both told that they had written: two processes may hold a lock at once");
            require(
                    Arrays.stream(winners).noneMatch(count -> count == 0),
                    "in a competition nobody won; is another check running?");
        } catch (ExecutionException e) {
            throw new IOException(FailureText.ofCause(e.getCause()), e);
        } finally {
            pool.shutdownNow();
        }
    }

    private boolean[] compete(CyclicBarrier together, String name) throws Exception {
        boolean[] won = new boolean[ROUNDS];
        try (OpenRegistry registry = OpenRegistry.open(url, CLUSTER)) {
            for (int round = 0; round < ROUNDS; round++) {
                together.await();
                String tag = registry.read().tag();
                together.await();
                won[round] = write(registry.store(), tag, name + " " + round);
            }
        }
        return won;
    }

    /** The times of writes of about the size that a small cluster has, sorted, in milliseconds. */
    private double[] measure(RegistryStore store) throws IOException {
        byte[] content = "x".repeat(2_000).getBytes(UTF_8);
        double[] times = new double[writes];
        for (int write = 0; write < writes; write++) {
            String tag = store.read(OpenRegistry.TIMEOUT).tag();
            long begin = System.nanoTime();
            require(
                    store.compareAndSet(tag, content, OpenRegistry.TIMEOUT),
                    "a write was refused; is another check running?");
            times[write] = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        }
        Arrays.sort(times);
        return times;
    }

    private void judgeSpeed(double p99, double limit) {
        require(
                p99 < limit,
                String.format(
                        Locale.ROOT,
                        "writes are too slow for a lease of %.0f s: choose one of at least %.0f s",
                        lease.toMillis() / 1e3,
                        Math.ceil(2 * p99 * 7.5 / 1e3)));
    }

    private static void clear(RegistryStore store) throws IOException {
        boolean unused = store.compareAndSet(store.read(OpenRegistry.TIMEOUT).tag(), new byte[0], OpenRegistry.TIMEOUT);
    }
}
