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
 * The counter that all nodes write to, and the state of these nodes.
 *
 * <p>The counter returns its value and accepts any new one, from every node whose fence is not smaller than an earlier one. If two
 * nodes were in the critical section at once, both would read the same value, and one count would be lost: the counter would be less
 * than the number of completed entries. Both numbers change together, here, when a write arrives. So it does not matter when a
 * process is killed: its write has arrived and counts, or it has not.
 *
 * <p>A node that is refused and finds its lock valid <em>after</em> that has held it together with another node that had a greater
 * fence. That is a {@linkplain #problems problem}. A node that has lost its lock is refused in the same way, and does no harm.
 */
final class DemoLedger {

    private final List<NodeStatus> nodes = new ArrayList<>();
    /** By process, because each process counts from 0. */
    private final Map<Long, Long> messages = new HashMap<>();

    private final List<String> problems = new ArrayList<>();
    private final FenceGuard guard = new FenceGuard();
    private long counter;
    private long epoch;
    private long refused;
    private long lost;
    private long fences;
    private CompletableFuture<CriticalSectionEntry> nextEntry = new CompletableFuture<>();
    private boolean holdNext;

    // For the command

    /** A process has been started for a new node, or for one whose process has ended. */
    synchronized void processStarted(int node, long process) {
        if (node > nodes.size()) {
            nodes.add(NodeStatus.starting(node, process));
        } else {
            update(node, nodeStatus -> nodeStatus.restartedAs(process));
        }
    }

    synchronized void setState(int node, NodeState state) {
        update(node, nodeStatus -> nodeStatus.withState(state));
    }

    /**
     * The process of a node has ended. If that was not part of the demo, it is a problem.
     *
     * @param lastWords the end of its log
     */
    synchronized void processEnded(int node, long process, Supplier<String> lastWords) {
        NodeStatus nodeStatus = nodes.get(node - 1);
        if (nodeStatus.process() == process
                && nodeStatus.state() != NodeState.KILLED
                && nodeStatus.state() != NodeState.LEFT) {
            update(node, each -> each.withState(NodeState.KILLED));
            problems.add("the process of node " + node + " has ended by itself: " + lastWords.get());
            nextEntry.cancel(false);
            notifyAll();
        }
    }

    synchronized void addProblem(String sentence) {
        problems.add(sentence);
    }

    /** All broken promises. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    synchronized DemoSnapshot snapshot() {
        return new DemoSnapshot(
                nodes,
                counter,
                epoch,
                messages.values().stream().mapToLong(Long::longValue).sum(),
                refused,
                lost,
                fences);
    }

    /** Waits until the condition holds, or there is a problem. Returns whether it holds. */
    synchronized boolean await(Predicate<DemoSnapshot> what, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!what.test(snapshot())) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0 || !problems.isEmpty()) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    /** The next node that enters. */
    synchronized CompletableFuture<CriticalSectionEntry> nextEntry() {
        nextEntry = new CompletableFuture<>();
        return nextEntry;
    }

    /** The next node that enters. It gets no answer, and so stays inside until it does. */
    synchronized CompletableFuture<CriticalSectionEntry> holdNextEntry() {
        holdNext = true;
        return nextEntry();
    }

    // For the nodes

    /** Handles a line from a node. Returns the answer, if there is one. */
    synchronized Optional<String> receive(int node, String line) {
        String[] words = line.split(" ", 3);
        Optional<String> answer = Optional.empty();
        switch (words[0]) {
            case DemoProtocol.JOINED -> update(node, NodeStatus::joined);
            case DemoProtocol.WAITS -> {
                update(node, NodeStatus::waits);
                count(node, words);
            }
            case DemoProtocol.READS -> answer = read(node, Long.parseLong(words[1]));
            case DemoProtocol.WRITES ->
                answer = Optional.of(write(node, Long.parseLong(words[1]), Long.parseLong(words[2])));
            case DemoProtocol.WAS_REFUSED -> wasRefused(node, words[1], Boolean.parseBoolean(words[2]));
            case DemoProtocol.LOST -> lost++;
            case DemoProtocol.LEFT -> {
                update(node, nodeStatus -> nodeStatus.withState(NodeState.LEFT));
                count(node, words);
            }
            default -> problems.add("node " + node + " said '" + line + "'");
        }
        notifyAll();
        return answer;
    }

    private void update(int node, UnaryOperator<NodeStatus> change) {
        nodes.set(node - 1, change.apply(nodes.get(node - 1)));
    }

    private void count(int node, String[] words) {
        epoch = Math.max(epoch, Long.parseLong(words[1]));
        messages.put(nodes.get(node - 1).process(), Long.parseLong(words[2]));
    }

    private Optional<String> read(int node, long fence) {
        if (fence == guard.greatest()) {
            problems.add("node " + node + " came with fence " + FenceFormat.format(fence)
                    + ", with which another had come before");
        }
        if (!admits(fence)) {
            return Optional.of(refuse(node));
        }
        fences++;
        nodes.replaceAll(NodeStatus::overtaken);
        update(node, nodeStatus -> nodeStatus.holds(fence));
        String answer = DemoProtocol.line(DemoProtocol.VALUE, counter);
        boolean unanswered = holdNext;
        holdNext = false;
        nextEntry.complete(new CriticalSectionEntry(node, fence, System.nanoTime(), answer));
        return unanswered ? Optional.empty() : Optional.of(answer);
    }

    private String write(int node, long fence, long value) {
        if (!admits(fence)) {
            return refuse(node);
        }
        counter = value;
        update(node, NodeStatus::finished);
        return DemoProtocol.WRITTEN;
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
        update(node, NodeStatus::refused);
        return DemoProtocol.REFUSED;
    }

    private void wasRefused(int node, String fence, boolean valid) {
        if (valid) {
            problems.add("node " + node + " was refused with fence " + FenceFormat.format(Long.parseLong(fence))
                    + ", although it still held the lock");
        }
    }
}
