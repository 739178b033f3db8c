package org.peerlock.test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.CellOutcome;
import org.peerlock.brain.registry.Registry;
import org.peerlock.lab.simulate.Simulator;

/**
 * A cell in virtual time. Writes happen one after the other, each on the version it expects or not at all. For the rest it is
 * as bad as can be: answers take their time, or do not come, so that nobody knows whether a write happened, or will; what is
 * read may be old.
 */
class SimulatedCell {

    /** How many versions back a read may be. */
    private static final int MEMORY = 5;

    /**
     * How bad it is. Times in nanoseconds.
     *
     * @param latency the mean time that an operation takes, each way
     * @param timeout after which whoever waits for an answer is told that there is none
     * @param stale the probability that what is read is old
     * @param lost the probability that an answer does not come
     * @param slow the probability that one way takes any time up to the timeout, whatever the latency
     */
    record Manners(long latency, long timeout, double stale, double lost, double slow) {

        Manners(long latency, long timeout, double stale, double lost) {
            this(latency, timeout, stale, lost, 0);
        }
    }

    /** Makes a cell: the true one, or one that breaks its promise, to see that it is noticed. */
    interface Maker {
        SimulatedCell make(Simulator<?> simulator, RandomGenerator random, Manners manners);
    }

    /** What a test does to single writes: nothing, unless it says otherwise. */
    interface Tap {

        /** How much longer a write is under way to the cell. */
        default long delay(int node, Registry content) {
            return 0;
        }

        /** Whether the node never hears what came of a write. */
        default boolean losesAnswer(int node, Registry content) {
            return false;
        }

        /** A write has happened, and nobody knows of it so far. */
        default void written(int node, Registry content) {}
    }

    private record Version(long number, @Nullable Registry content) {}

    private final Simulator<?> simulator;
    private final RandomGenerator random;
    private final Manners manners;
    private final Deque<Version> versions = new ArrayDeque<>();
    private final Map<Integer, Long> cutOffUntil = new HashMap<>();
    private Tap tap = new Tap() {};
    private long silentUntil;
    private long readOnlyUntil;
    private boolean untouched;

    SimulatedCell(Simulator<?> simulator, RandomGenerator random, Manners manners) {
        this.simulator = simulator;
        this.random = random;
        this.manners = manners;
        versions.add(new Version(0, null));
    }

    /** Nothing is answered until then. */
    void silence(long until) {
        silentUntil = Math.max(silentUntil, until);
    }

    /** Nothing is written until then. */
    void readOnly(long until) {
        readOnlyUntil = Math.max(readOnlyUntil, until);
    }

    /** Nothing that this node asks for comes here until then. */
    void cutOff(int node, long until) {
        cutOffUntil.put(node, until);
    }

    /** From now on this decides. */
    void tap(Tap another) {
        tap = another;
    }

    /** Certainly nobody lives who has joined a cell here before. */
    void untouched() {
        untouched = true;
    }

    /** Somebody has deleted it. */
    void delete() {
        put(null);
    }

    @Nullable Registry content() {
        return versions.getLast().content();
    }

    void read(int node, Consumer<CellOutcome> then) {
        perform(node, 0, false, then, () -> {
            Version seen = versions.getLast();
            if (random.nextDouble() < manners.stale()) {
                int back = random.nextInt(versions.size());
                seen = versions.stream().skip(back).findFirst().orElseThrow();
            }
            Registry content = seen.content();
            return content == null ? new CellOutcome.Nothing(nobody()) : new CellOutcome.Read(seen.number(), content);
        });
    }

    void compareAndSet(int node, long version, Registry content, Consumer<CellOutcome> then) {
        perform(node, tap.delay(node, content), tap.losesAnswer(node, content), then, () -> {
            if (simulator.now() < readOnlyUntil || !replaces(version)) {
                return new CellOutcome.Unknown();
            }
            put(content);
            tap.written(node, content);
            return new CellOutcome.Written();
        });
    }

    /** What it says of who has used it before, if it is empty. */
    boolean nobody() {
        return untouched;
    }

    /** Whether a write that expects this version happens. */
    boolean replaces(long version) {
        Version last = versions.getLast();
        return version == (last.content() == null ? 0 : last.number());
    }

    private void put(@Nullable Registry content) {
        versions.add(new Version(versions.getLast().number() + 1, content));
        while (versions.size() > MEMORY) {
            versions.removeFirst();
        }
    }

    private interface Operation {
        CellOutcome happen();
    }

    /** The operation happens in any case, unless the cell is silent when it comes; who asked may have been told otherwise. */
    private void perform(int node, long delay, boolean losesAnswer, Consumer<CellOutcome> then, Operation operation) {
        long there = time() + delay;
        long back = time();
        boolean late = losesAnswer || there + back > manners.timeout() || random.nextDouble() < manners.lost();
        simulator.after(there, 0, () -> {
            boolean silent = simulator.now() < Math.max(silentUntil, cutOffUntil.getOrDefault(node, 0L));
            CellOutcome outcome = silent ? lost() : operation.happen();
            if (!late) {
                long wait = silent ? Math.max(0, manners.timeout() - there) : back;
                simulator.after(wait, node, () -> then.accept(outcome));
            }
        });
        if (late) {
            simulator.after(manners.timeout(), node, () -> then.accept(lost()));
        }
    }

    /** What somebody is told whose answer did not come. */
    CellOutcome lost() {
        return new CellOutcome.Unknown();
    }

    private long time() {
        if (manners.slow() > 0 && random.nextDouble() < manners.slow()) {
            return random.nextLong(manners.timeout()) + 1;
        }
        double exponential = -Math.log(1 - random.nextDouble());
        return (long) (manners.latency() * exponential) + 1;
    }
}
