package org.peerlock.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.Peerlock;
import org.peerlock.internal.registry.Children.Child;

/** A node in a process of its own. It joins, then reads commands, one in each line, and prints their results. */
final class NodeChild {

    private final Peerlock peerlock;
    private final Map<String, Grant> grants = new HashMap<>();
    /** The fences of the locks that were acquired, to be used even after a loss. */
    private final Map<String, Long> fences = new HashMap<>();

    private NodeChild(Peerlock peerlock) {
        this.peerlock = peerlock;
    }

    /** Joins, prints that, and executes commands. Its arguments are the directory, the lease in milliseconds, and the cohort. */
    public static void main(String[] arguments) throws Exception {
        dieWithTheParent();
        Resets.prepare();
        NodeChild child = new NodeChild(Peerlock.builder("live")
                .directory(Path.of(arguments[0]))
                .lease(Duration.ofMillis(Long.parseLong(arguments[1])))
                .cohort(Integer.parseInt(arguments[2]))
                .join());
        Child.say("joined");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            Child.say(child.obey(line.split(" ", -1)));
        }
        Runtime.getRuntime().halt(0);
    }

    static void dieWithTheParent() {
        var unused = ProcessHandle.current()
                .parent()
                .orElseThrow()
                .onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1));
    }

    private String obey(String[] words) throws Exception {
        try {
            return switch (words[0]) {
                case "acquire" -> acquired(words[1], Optional.of(lock(words[1]).acquire()));
                case "tryAcquire" -> acquired(words[1], lock(words[1]).tryAcquire(millis(words[2])));
                case "take" -> acquired(words[1], Optional.of(permits(words).acquire(Integer.parseInt(words[3]))));
                case "tryTake" ->
                    acquired(words[1], permits(words).tryAcquire(Integer.parseInt(words[3]), millis(words[4])));
                case "close" -> close(words[1]);
                case "valid" -> String.valueOf(grant(words[1]).isValid());
                case "lock" -> lock(lock(words[1]));
                case "unlock" -> unlock(words[1]);
                case "write" -> "fence " + fences.get(words[1]);
                case "count" -> count(words);
                case "countWithoutLock" -> countWithoutLock(words);
                case "resetEvery" -> resetEvery(millis(words[1]));
                case "resets" -> String.valueOf(Resets.count());
                case "leave" -> leave();
                default -> throw new IllegalArgumentException(String.join(" ", words));
            };
        } catch (LockLostException e) {
            return "lost " + e.fence();
        }
    }

    private DistributedLock lock(String name) {
        return peerlock.lock(name);
    }

    /** Name of the semaphore, and how many permits there are. */
    private DistributedSemaphore permits(String[] words) {
        return peerlock.semaphore(words[1], Integer.parseInt(words[2]));
    }

    private Grant grant(String name) {
        return Optional.ofNullable(grants.get(name)).orElseThrow();
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }

    private String acquired(String name, Optional<Grant> had) {
        had.ifPresent(grant -> {
            grants.put(name, grant);
            fences.put(name, grant.fence());
        });
        return had.map(grant -> "fence " + grant.fence()).orElse("none");
    }

    private String close(String name) {
        grant(name).close();
        return "closed";
    }

    private String lock(DistributedLock lock) {
        lock.lock();
        fences.put(lock.name(), lock.fence());
        return "fence " + lock.fence();
    }

    private String unlock(String name) {
        lock(name).unlock();
        return "unlocked";
    }

    private static String resetEvery(Duration pause) {
        Resets.every(pause);
        return "yes";
    }

    private String leave() {
        peerlock.close();
        return "left";
    }

    /** Name of the lock, file of the counter, own number, threads, milliseconds. */
    private String count(String[] words) throws Exception {
        SharedCounter counter = new SharedCounter(Path.of(words[2]));
        int threads = Integer.parseInt(words[4]);
        return Load.run(threads, lock(words[1]), counter, Integer.parseInt(words[3]), until(millis(words[5])))
                .text();
    }

    /** File of the counter, own number, milliseconds; answers how often it has counted. */
    private static String countWithoutLock(String[] words) {
        SharedCounter counter = new SharedCounter(Path.of(words[1]));
        BooleanSupplier goesOn = until(millis(words[3]));
        long counted = 0;
        while (goesOn.getAsBoolean()) {
            counter.count(Integer.parseInt(words[2]));
            counted++;
        }
        return String.valueOf(counted);
    }

    private static BooleanSupplier until(Duration time) {
        long begin = System.nanoTime();
        return () -> System.nanoTime() - begin < time.toNanos();
    }
}
