package org.peerlock.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.peerlock.FenceGuard;
import org.peerlock.StaleFenceException;

/**
 * The counter that all write to, and what is known of those who do.
 *
 * <p>The counter does as it is told: it gives its value, and takes any other, from whoever has a fence that is not smaller than one before. If two
 * were inside at once, both would read the same value, and one count would be lost: then the counter is less than the number of those who have
 * finished. Both numbers change together, here, when a write arrives. So it does not matter at which moment a process is killed: its write has
 * arrived, and counts, or it has not.
 *
 * <p>Whoever is refused and finds its lock valid <em>after</em> that has held it together with another, who has come with a greater fence. That
 * is a {@linkplain #problems problem}. One that has lost its lock is refused in the same way, and does no harm.
 */
final class Books {

    private final List<Row> rows = new ArrayList<>();
    /** By process, for each counts anew. */
    private final Map<Long, Long> messages = new HashMap<>();

    private final List<String> problems = new ArrayList<>();
    private final FenceGuard guard = new FenceGuard();
    private long counter;
    private long epoch;
    private long refused;
    private long lost;
    private long fences;
    private CompletableFuture<Entry> next = new CompletableFuture<>();
    private boolean withheld;

    // For the command

    /** A process has been started for a node: the next one, or one whose process has ended. */
    synchronized void started(int node, long process) {
        if (node > rows.size()) {
            rows.add(Row.starting(node, process));
        } else {
            update(node, row -> row.in(process));
        }
    }

    synchronized void is(int node, NodeState state) {
        update(node, row -> row.is(state));
    }

    /**
     * The process of a node has ended. If nobody has told it to, the story is over.
     *
     * @param lastWords what it has written into its log
     */
    synchronized void ended(int node, long process, Supplier<String> lastWords) {
        Row row = rows.get(node - 1);
        if (row.process() == process && row.state() != NodeState.KILLED && row.state() != NodeState.LEFT) {
            update(node, each -> each.is(NodeState.KILLED));
            problems.add("the process of node " + node + " has ended by itself: " + lastWords.get());
            next.cancel(false);
            notifyAll();
        }
    }

    synchronized void problem(String sentence) {
        problems.add(sentence);
    }

    /** What should not be. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    synchronized Board board() {
        return new Board(
                rows,
                counter,
                epoch,
                messages.values().stream().mapToLong(Long::longValue).sum(),
                refused,
                lost,
                fences);
    }

    /** Waits until it is so, but not once there is a problem; whether it was in time. */
    synchronized boolean await(Predicate<Board> what, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!what.test(board())) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0 || !problems.isEmpty()) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    /** The next one who comes in. */
    synchronized CompletableFuture<Entry> next() {
        next = new CompletableFuture<>();
        return next;
    }

    /** The next one who comes in. It is not answered, and so stays inside until it is. */
    synchronized CompletableFuture<Entry> trapNext() {
        withheld = true;
        return next();
    }

    // For the nodes

    /** Understands a line from a node; what it is answered, if it is. */
    synchronized Optional<String> hear(int node, String line) {
        String[] words = line.split(" ", 3);
        Optional<String> answer = Optional.empty();
        switch (words[0]) {
            case Phrase.JOINED -> update(node, Row::joined);
            case Phrase.WAITS -> {
                update(node, Row::waits);
                count(node, words);
            }
            case Phrase.READS -> answer = read(node, Long.parseLong(words[1]));
            case Phrase.WRITES -> answer = Optional.of(write(node, Long.parseLong(words[1]), Long.parseLong(words[2])));
            case Phrase.WAS_REFUSED -> wasRefused(node, words[1], Boolean.parseBoolean(words[2]));
            case Phrase.LOST -> lost++;
            case Phrase.LEFT -> {
                update(node, row -> row.is(NodeState.LEFT));
                count(node, words);
            }
            default -> problems.add("node " + node + " said '" + line + "'");
        }
        notifyAll();
        return answer;
    }

    private void update(int node, UnaryOperator<Row> change) {
        rows.set(node - 1, change.apply(rows.get(node - 1)));
    }

    private void count(int node, String[] words) {
        epoch = Math.max(epoch, Long.parseLong(words[1]));
        messages.put(rows.get(node - 1).process(), Long.parseLong(words[2]));
    }

    private Optional<String> read(int node, long fence) {
        if (fence == guard.greatest()) {
            problems.add(
                    "node " + node + " came with fence " + Fences.text(fence) + ", with which another had come before");
        }
        if (!admits(fence)) {
            return Optional.of(refuse(node));
        }
        fences++;
        rows.replaceAll(Row::overtaken);
        update(node, row -> row.holds(fence));
        String answer = Phrase.of(Phrase.VALUE, counter);
        boolean unanswered = withheld;
        withheld = false;
        next.complete(new Entry(node, fence, System.nanoTime(), answer));
        return unanswered ? Optional.empty() : Optional.of(answer);
    }

    private String write(int node, long fence, long value) {
        if (!admits(fence)) {
            return refuse(node);
        }
        counter = value;
        update(node, Row::finished);
        return Phrase.WRITTEN;
    }

    private boolean admits(long fence) {
        try {
            guard.check(fence);
            return true;
        } catch (StaleFenceException e) {
            return false;
        }
    }

    private String refuse(int node) {
        refused++;
        update(node, Row::without);
        return Phrase.REFUSED;
    }

    private void wasRefused(int node, String fence, boolean valid) {
        if (valid) {
            problems.add("node " + node + " was refused with fence " + Fences.text(Long.parseLong(fence))
                    + ", although it still held the lock");
        }
    }
}
