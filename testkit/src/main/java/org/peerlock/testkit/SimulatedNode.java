package org.peerlock.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.TimerId;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.lab.simulate.Simulator;

/** A simulated process with one node: an engine, and a clock whose rate is a little wrong. */
final class SimulatedNode implements Simulator.SimulatedProcess<SimulatedNode.AddressedPacket>, EngineEffects {

    /** A packet in transit from one node to another, on one of their connections. */
    record AddressedPacket(Incarnation from, Incarnation to, long connection, Packet packet) {}

    final int number;
    private final SimulatedCluster cluster;
    private final double rate;
    private long offset;
    /** When the machine was suspended; -1 if it runs. */
    private long asleepSince = -1;

    private @Nullable NodeObserver nodeObserver;
    private @Nullable NodeEngine engine;
    /** The incarnation that may be in the registry. */
    private @Nullable Incarnation registered;

    private boolean gone;
    private long leaseNanos;
    private @Nullable String refused;
    private List<MembershipChange> changes = List.of();
    private final List<String> disagreements = new ArrayList<>();

    SimulatedNode(int number, SimulatedCluster cluster, double rate, long offset) {
        this.number = number;
        this.cluster = cluster;
        this.rate = rate;
        this.offset = offset;
    }

    /** Sets the observer of the node. */
    void serve(NodeObserver using) {
        nodeObserver = using;
    }

    void start(TestEngineFactory engineFactory, NodeSettings settings) {
        leaseNanos = settings.timing().leaseNanos();
        NodeEngine made = engineFactory.make(settings, cluster.randomOf(number), this, now(), cluster.wall());
        engine = made;
        cluster.known(made.incarnation(), this);
        made.onTick(now());
        tickEvery(settings.timing().tickIntervalNanos());
    }

    long leaseNanos() {
        return leaseNanos;
    }

    private void tickEvery(long nanos) {
        cluster.simulator().after(nanos, number, () -> {
            happen(() -> engine().onTick(now()));
            tickEvery(nanos);
        });
    }

    /** An input arrives. */
    void happen(Runnable input) {
        if (asleepSince >= 0) {
            offset = now() - (long) (cluster.simulator().now() * rate);
            asleepSince = -1;
        }
        engine().onWake(now(), cluster.wall());
        input.run();
        cluster.monitor().look(this);
        cluster.monitor().lookForUntold(this);
    }

    NodeEngine engine() {
        NodeEngine present = engine;
        if (present == null) {
            throw new IllegalStateException("node " + number + " was not started");
        }
        return present;
    }

    /** The time on its clock. */
    long now() {
        return offset + (long) ((asleepSince < 0 ? cluster.simulator().now() : asleepSince) * rate);
    }

    /** The machine is suspended, and its monotonic clock stops. */
    void sleep(long until) {
        asleepSince = cluster.simulator().now();
        cluster.faults().pause(number, until);
    }

    /** Whether the node has ended: it crashed, left, or was refused. */
    boolean gone() {
        return gone;
    }

    void crash() {
        gone = true;
        cluster.faults().crash(number);
    }

    /** The reports that other nodes use a lock as another kind. */
    List<String> disagreements() {
        return disagreements;
    }

    /** The members that joined and left when the last view began here, and why. */
    List<MembershipChange> changes() {
        return changes;
    }

    /** Why it was refused; null if it was not. */
    @Nullable String refusal() {
        return refused;
    }

    /**
     * Whether a hold of a generation is valid here and now. Unlike the node itself, this changes nothing. A hold of a suspended node
     * counts as invalid, because nothing can be done with it.
     */
    boolean valid(long generation) {
        return hasLease() && engine().gates().current().generation() == generation;
    }

    /** Whether it has a lease here and now. A suspended node has none, because nothing can be done with it. */
    boolean hasLease() {
        GrantGate grantGate = engine().gates().current();
        boolean leased = grantGate.state() == GrantGate.State.OPEN || grantGate.state() == GrantGate.State.SHUT;
        return !gone && asleepSince < 0 && leased && now() - grantGate.until() < 0;
    }

    // The application

    /** A thread requests a lock. It takes an exclusive lock that is idle here; otherwise it asks the engine. */
    void acquire(AcquireRequest acquireRequest, Waiter waiter) {
        if (acquireRequest.capacity().kind() != Capacity.Kind.MUTEX || !takes(acquireRequest.lock(), waiter)) {
            engine().acquire(now(), acquireRequest, waiter);
        }
    }

    /** Takes a lock without the engine, if possible. */
    private boolean takes(String lock, Waiter waiter) {
        GrantGate grantGate = engine().gates().current();
        LockWord word = engine().word(lock);
        long fence = word.tryAcquire(engine().gates(), grantGate, now());
        if (fence > 0) {
            waiter.offer(new Hold(lock, fence, grantGate.generation(), 0, word));
        } else if (fence == LockWord.NONE_TELL) {
            engine().onWordReleased(now(), lock);
        }
        return fence > 0;
    }

    /** A thread releases a grant. */
    ReleaseOutcome release(Hold grant) {
        LockWord word = grant.word();
        if (word == null) {
            ReleaseOutcome outcome = valid(grant.generation()) ? ReleaseOutcome.DONE : ReleaseOutcome.LOST;
            engine().release(now(), grant.lock(), grant.id());
            return outcome;
        }
        ReleaseOutcome releaseOutcome = word.release(grant.fence(), grant.generation(), engine().gates(), now());
        if (releaseOutcome == ReleaseOutcome.TELL) {
            engine().onWordReleased(now(), grant.lock());
        }
        return releaseOutcome;
    }

    // Inputs

    @Override
    public void onMessage(int from, AddressedPacket addressedPacket) {
        if (cluster.connection(from, number) == addressedPacket.connection()
                && addressedPacket.to().equals(engine().incarnation())) {
            happen(() -> engine().onPacket(now(), addressedPacket.from(), addressedPacket.packet()));
        }
    }

    void learnsDeath(SortedSet<Incarnation> dead) {
        happen(() -> engine().onProvenDeaths(now(), dead));
    }

    @Override
    public void onTimer(TimerId timer) {
        throw new AssertionError("nodes have no timers of their own");
    }

    // Effects

    @Override
    public void send(Incarnation to, Packet packet) {
        if (packet instanceof Packet.ReportPart part && part.survivor().equals(engine().incarnation())) {
            cluster.monitor().reported(this, part);
        }
        cluster.send(this, to, packet);
    }

    @Override
    public void onClusterState(ClusterState state) {
        // the simulated network knows all nodes
    }

    @Override
    public void readRegistry() {
        cluster.registryStore().read(number, outcome -> happen(() -> engine().onRegistryOutcome(now(), outcome)));
    }

    @Override
    public void writeRegistry(String tag, RegistryWrite write) {
        Incarnation me = engine().incarnation();
        MemberRecord own = write.content().members().get(me);
        if (own != null) {
            registered = me;
            cluster.registryStore()
                    .register(
                            me,
                            write.content().settings().longestHold(own.lease()).longestMillis());
        }
        cluster.registryStore()
                .write(number, tag, write, outcome -> happen(() -> engine().onRegistryOutcome(now(), outcome)));
    }

    @Override
    public void onRegistryOutdated(long revision, long knownRevision) {
        // only logged
    }

    @Override
    public void onRegistryCurrent() {
        // only logged
    }

    @Override
    public void onLeaseExpired(long generation, LossCause reason) {
        tell(using -> using.onLeaseExpired(generation, reason));
    }

    @Override
    public void onLocksLost(List<LostHold> lost, LossCause reason) {
        lost.forEach(hold -> cluster.monitor().lost(this, hold.lock(), hold.fence(), reason));
        tell(NodeObserver::onHoldsLost);
        tell(using -> using.onLocksLost(lost, reason));
    }

    @Override
    public void onKindConflict(String reason) {
        disagreements.add(reason);
        tell(using -> using.onKindConflict(reason));
    }

    @Override
    public void onViewOpened(View view, HolderMap holders, List<MembershipChange> membershipChanges) {
        cluster.monitor().opened(this, view, holders);
        changes = membershipChanges;
        tell(using -> using.onViewOpened(engine().overview(now())));
    }

    @Override
    public void onRejoining(Incarnation incarnation) {
        unregister();
        cluster.known(incarnation, this);
    }

    /** It holds nothing any more. */
    private void unregister() {
        if (registered != null) {
            cluster.registryStore().unregister(registered);
        }
    }

    @Override
    public void onRefused(String reason) {
        refused = reason;
        gone = true;
        tell(using -> using.onRefused(reason));
    }

    @Override
    public void onStopped() {
        unregister();
        gone = true;
        tell(NodeObserver::onLeft);
    }

    private void tell(Consumer<NodeObserver> what) {
        if (nodeObserver != null) {
            what.accept(nodeObserver);
        }
    }
}
