package org.peerlock.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.lab.simulate.Simulator;
import org.peerlock.lab.simulate.SplitMix64;

/**
 * A registry in virtual time. Writes happen one after the other, each on the content whose tag it expects or not at all. Otherwise the
 * registry is as unreliable as it may be: answers are late or do not come, so that a node does not know whether a write has happened
 * or will happen; and reads may return old content.
 */
class SimulatedRegistryStore {

    /** By how many versions a read may be out of date. */
    private static final int MEMORY = 5;

    /**
     * How unreliable the registry is. Times in nanoseconds.
     *
     * @param latency the mean time that an operation takes, each way
     * @param timeout the time after which a node stops waiting for an answer
     * @param stale the probability that a read returns old content
     * @param lost the probability that an answer does not come
     * @param slow the probability that one way takes any time up to the timeout, whatever the latency
     */
    record Reliability(long latency, long timeout, double stale, double lost, double slow) {

        Reliability(long latency, long timeout, double stale, double lost) {
            this(latency, timeout, stale, lost, 0);
        }
    }

    /** Creates a registry: a correct one, or one that breaks its promise, to check that the monitor notices. */
    interface Factory {
        SimulatedRegistryStore make(Simulator<?> simulator, SplitMix64 random, Reliability reliability);
    }

    /** How a test disturbs single writes. By default it does not. */
    interface WriteInterceptor {

        /** By how much a write is delayed on its way to the registry. */
        default long delay(int node, ClusterState content) {
            return 0;
        }

        /** Whether a write fails when it arrives, and does not happen. */
        default boolean fails(int node, ClusterState content) {
            return false;
        }

        /** Whether the node never gets the outcome of a write. */
        default boolean losesAnswer(int node, ClusterState content) {
            return false;
        }

        /** A write has happened, and no node knows of it yet. */
        default void written(int node, ClusterState content) {}
    }

    /** Sees the content before and after each change, before any node does. */
    interface ChangeListener {
        void changed(@Nullable ClusterState before, @Nullable ClusterState after);
    }

    private record Version(long number, @Nullable ClusterState content) {

        String tag() {
            return content == null ? "" : Long.toString(number);
        }
    }

    private final Simulator<?> simulator;
    private final SplitMix64 random;
    private final Reliability reliability;
    private final Deque<Version> versions = new ArrayDeque<>();
    private final Map<Integer, Long> cutOffUntil = new HashMap<>();
    private ChangeListener changeListener = (before, after) -> {};
    private WriteInterceptor writeInterceptor = new WriteInterceptor() {};
    private long settingsChanges;
    private long algorithmChanges;
    private long reads;
    private long silentUntil;
    private long readOnlyUntil;
    /** The leases in milliseconds of the members that may be alive. */
    private final Map<Incarnation, Long> leases = new HashMap<>();

    private boolean knowsMembers;

    SimulatedRegistryStore(Simulator<?> simulator, SplitMix64 random, Reliability reliability) {
        this.simulator = simulator;
        this.random = random;
        this.reliability = reliability;
        versions.add(new Version(0, null));
    }

    /** Until then nothing is answered. */
    void makeUnavailable(long until) {
        silentUntil = Math.max(silentUntil, until);
    }

    /** Until then nothing is written. */
    void readOnly(long until) {
        readOnlyUntil = Math.max(readOnlyUntil, until);
    }

    /** Until then no request of this node arrives here. */
    void cutOff(int node, long until) {
        cutOffUntil.put(node, until);
    }

    /** Sets what sees each change of the content. */
    void listen(ChangeListener another) {
        changeListener = another;
    }

    /** Sets how writes are disturbed. */
    void intercept(WriteInterceptor another) {
        writeInterceptor = another;
    }

    /** From now on it knows which members may be alive, as files of members do. Nobody has joined so far. */
    void knowMembers() {
        knowsMembers = true;
    }

    /** A member is about to write itself into the registry. */
    void register(Incarnation member, long leaseMillis) {
        leases.put(member, leaseMillis);
    }

    /** A member holds nothing any more, or is certainly dead. */
    void unregister(Incarnation member) {
        leases.remove(member);
    }

    /** The registry was deleted. */
    void delete() {
        put(null);
    }

    /** Somebody has put another content in its place. */
    void restore(ClusterState content) {
        put(content);
    }

    /** How often it was read. */
    long reads() {
        return reads;
    }

    @Nullable ClusterState content() {
        return versions.getLast().content();
    }

    /** How often nodes with other settings have taken over when all nodes before them were gone. */
    long settingsChanges() {
        return settingsChanges;
    }

    /** How many views had other algorithms than the one before. */
    long algorithmChanges() {
        return algorithmChanges;
    }

    void read(int node, Consumer<RegistryOutcome> then) {
        reads++;
        perform(node, 0, false, new RegistryOutcome.Unknown(), then, () -> {
            Version seen = versions.getLast();
            if (random.nextDouble() < reliability.stale()) {
                int back = random.nextInt(versions.size());
                seen = versions.stream().skip(back).findFirst().orElseThrow();
            }
            ClusterState content = seen.content();
            return content == null
                    ? new RegistryOutcome.Empty(seen.tag(), longestLeaseMillis())
                    : new RegistryOutcome.Read(seen.tag(), content);
        });
    }

    void write(int node, String tag, RegistryWrite write, Consumer<RegistryOutcome> then) {
        ClusterState wanted = write.content();
        long givenUpAt = simulator.now() + reliability.timeout();
        long delay = writeInterceptor.delay(node, wanted);
        perform(node, delay, writeInterceptor.losesAnswer(node, wanted), lost(wanted), then, () -> {
            Optional<ClusterState> content = replaces(tag) ? Optional.of(wanted) : onTop(write, givenUpAt);
            boolean fails = simulator.now() < readOnlyUntil || writeInterceptor.fails(node, wanted);
            if (fails || content.isEmpty()) {
                return new RegistryOutcome.Unknown();
            }
            put(content.get());
            writeInterceptor.written(node, content.get());
            return new RegistryOutcome.Written(content.get());
        });
    }

    /** Another node was faster. Every other time, one more is faster than the second try as well. */
    private Optional<ClusterState> onTop(RegistryWrite write, long givenUpAt) {
        boolean again = simulator.now() < givenUpAt && random.nextBoolean();
        return again ? Optional.ofNullable(content()).flatMap(write::onTopOf) : Optional.empty();
    }

    /** What it says of the members that may be alive, if it is empty. */
    OptionalLong longestLeaseMillis() {
        long longest = leases.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return knowsMembers ? OptionalLong.of(longest) : OptionalLong.empty();
    }

    /** Whether a write that expects this tag happens. */
    boolean replaces(String tag) {
        return versions.getLast().tag().equals(tag);
    }

    private void put(@Nullable ClusterState content) {
        ClusterState before = content();
        if (before != null && content != null) {
            boolean sameView = before.current().epoch() == content.current().epoch();
            settingsChanges += sameView && !before.settings().equals(content.settings()) ? 1 : 0;
            String algorithms = before.settings().algorithms();
            algorithmChanges += sameView || algorithms.equals(content.settings().algorithms()) ? 0 : 1;
        }
        versions.add(new Version(versions.getLast().number() + 1, content));
        changeListener.changed(before, content);
        while (versions.size() > MEMORY) {
            versions.removeFirst();
        }
    }

    private interface Operation {
        RegistryOutcome happen();
    }

    /** The operation happens in any case, unless the registry is silent when it arrives. The node may have been told otherwise. */
    private void perform(
            int node,
            long delay,
            boolean losesAnswer,
            RegistryOutcome lost,
            Consumer<RegistryOutcome> then,
            Operation operation) {
        long there = time() + delay;
        long back = time();
        boolean late = losesAnswer || there + back > reliability.timeout() || random.nextDouble() < reliability.lost();
        simulator.after(there, 0, () -> {
            boolean silent = simulator.now() < Math.max(silentUntil, cutOffUntil.getOrDefault(node, 0L));
            RegistryOutcome outcome = silent ? lost : operation.happen();
            if (!late) {
                long wait = silent ? Math.max(0, reliability.timeout() - there) : back;
                simulator.after(wait, node, () -> then.accept(outcome));
            }
        });
        if (late) {
            simulator.after(reliability.timeout(), node, () -> then.accept(lost));
        }
    }

    /** The outcome for a node that wanted to write this, and got no answer. */
    RegistryOutcome lost(ClusterState wanted) {
        return new RegistryOutcome.Unknown();
    }

    private long time() {
        if (reliability.slow() > 0 && random.nextDouble() < reliability.slow()) {
            return random.nextLong(reliability.timeout()) + 1;
        }
        return (long) (reliability.latency() * random.nextExponential()) + 1;
    }
}
