package org.peerlock.test;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.TimerId;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Demand;
import org.peerlock.brain.Hold;
import org.peerlock.brain.Holders;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Outside;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Report;
import org.peerlock.brain.Settings;
import org.peerlock.brain.Waiter;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.LockWord;
import org.peerlock.brain.word.Release;
import org.peerlock.host.Application;
import org.peerlock.lab.simulate.Simulator;

/** A process with a node in it: a brain, and a clock that goes a little wrong. */
final class SimulatedNode implements Simulator.Member<SimulatedNode.Wire>, Outside {

    /** What is under way from one to another, on one of their connections. */
    record Wire(Incarnation from, Incarnation to, long connection, Packet packet) {}

    final int number;
    private final SimulatedCluster cluster;
    private final double rate;
    private long offset;
    /** When the machine fell asleep; -1 if it is awake. */
    private long asleepSince = -1;

    private @Nullable Application application;
    private @Nullable Brain brain;
    private boolean gone;
    private @Nullable String refused;
    private final List<String> disagreements = new ArrayList<>();

    SimulatedNode(int number, SimulatedCluster cluster, double rate, long offset) {
        this.number = number;
        this.cluster = cluster;
        this.rate = rate;
        this.offset = offset;
    }

    /** From now on this one is told what happens to the node. */
    void serve(Application using) {
        application = using;
    }

    void start(BrainMaker maker, Settings settings) {
        Brain made = maker.make(settings, cluster.randomOf(number), this, now(), cluster.wall());
        brain = made;
        cluster.known(made.incarnation(), this);
        made.onTick(now());
        tickLater();
    }

    private void tickLater() {
        cluster.simulator().after(cluster.settings().timing().tick(), number, () -> {
            happen(() -> brain().onTick(now()));
            tickLater();
        });
    }

    /** Something comes for which the brain has waited. */
    void happen(Runnable input) {
        if (asleepSince >= 0) {
            offset = now() - (long) (cluster.simulator().now() * rate);
            asleepSince = -1;
        }
        brain().onWake(now(), cluster.wall());
        input.run();
        cluster.judge().look(this);
        cluster.judge().lookForUntold(this);
    }

    Brain brain() {
        Brain present = brain;
        if (present == null) {
            throw new IllegalStateException("node " + number + " was not started");
        }
        return present;
    }

    /** What its clock shows. */
    long now() {
        return offset + (long) ((asleepSince < 0 ? cluster.simulator().now() : asleepSince) * rate);
    }

    /** The machine falls asleep, and its monotonic clock with it. */
    void sleep(long until) {
        asleepSince = cluster.simulator().now();
        cluster.faults().pause(number, until);
    }

    /** Whether it is over: crashed, left or refused. */
    boolean gone() {
        return gone;
    }

    void crash() {
        gone = true;
        cluster.faults().crash(number);
    }

    /** What it was told of locks that others take for another kind. */
    List<String> disagreements() {
        return disagreements;
    }

    /** Why it was not let in, if so. */
    @Nullable String refusal() {
        return refused;
    }

    /** Whether a hold of a generation is valid here and now; other than the node itself would, it changes nothing. Whoever sleeps does nothing with a hold. */
    boolean valid(long generation) {
        Gate gate = brain().gates().current();
        boolean leased = gate.state() == Gate.State.OPEN || gate.state() == Gate.State.SHUT;
        return !gone && asleepSince < 0 && leased && gate.generation() == generation && now() - gate.until() < 0;
    }

    // What the application wants

    /** A thread wants something: an exclusive lock it takes if it is idle here, else it asks the brain. */
    void acquire(Demand demand, Waiter waiter) {
        if (demand.capacity().kind() != Capacity.Kind.MUTEX || !takes(demand.lock(), waiter)) {
            brain().acquire(now(), demand, waiter);
        }
    }

    /** Takes a lock without the brain, if that can be. */
    private boolean takes(String lock, Waiter waiter) {
        Gate gate = brain().gates().current();
        LockWord word = brain().word(lock);
        long fence = word.tryAcquire(brain().gates(), gate, now());
        if (fence > 0) {
            waiter.offer(new Hold(lock, fence, gate.generation(), 0, word));
        } else if (fence == LockWord.NONE_TELL) {
            brain().released(now(), lock);
        }
        return fence > 0;
    }

    /** A thread gives back what it was granted. */
    Release release(Hold grant) {
        LockWord word = grant.word();
        if (word == null) {
            Release outcome = valid(grant.generation()) ? Release.DONE : Release.LOST;
            brain().release(now(), grant.lock(), grant.id());
            return outcome;
        }
        Release release = word.release(grant.fence(), grant.generation(), brain().gates(), now());
        if (release == Release.TELL) {
            brain().released(now(), grant.lock());
        }
        return release;
    }

    // What happens

    @Override
    public void onMessage(int from, Wire wire) {
        if (cluster.connection(from, number) == wire.connection() && wire.to().equals(brain().incarnation())) {
            happen(() -> brain().onPacket(now(), wire.from(), wire.packet()));
        }
    }

    void learnsDeath(SortedSet<Incarnation> dead) {
        happen(() -> brain().onDead(now(), dead));
    }

    @Override
    public void onTimer(TimerId timer) {
        throw new AssertionError("nodes have no timers of their own");
    }

    // What the brain wants done

    @Override
    public void send(Incarnation to, Packet packet) {
        if (packet instanceof Packet.Reports told) {
            Report mine = told.reports().get(brain().incarnation());
            if (mine != null) {
                cluster.judge().reported(this, told.epoch(), mine);
            }
        }
        cluster.send(this, to, packet);
    }

    @Override
    public void read() {
        cluster.cell().read(number, outcome -> happen(() -> brain().onCell(now(), outcome)));
    }

    @Override
    public void compareAndSet(long version, Registry content) {
        cluster.cell().compareAndSet(number, version, content, outcome -> happen(() -> brain().onCell(now(), outcome)));
    }

    @Override
    public void lapsed(long generation, Loss reason) {
        tell(using -> using.lapsed(generation, reason));
    }

    @Override
    public void lost(String lock, long fence, Loss reason) {
        cluster.judge().lost(this, lock, fence, reason);
        tell(Application::lost);
        tell(using -> using.lost(lock, fence, reason));
    }

    @Override
    public void disagreed(Incarnation other, String reason) {
        disagreements.add(reason);
        tell(using -> using.disagreed(reason));
    }

    @Override
    public void opened(View view, Holders holders) {
        cluster.judge().opened(this, view, holders);
        tell(using -> using.opened(brain().overview(now())));
    }

    @Override
    public void reborn(Incarnation incarnation) {
        cluster.known(incarnation, this);
    }

    @Override
    public void refused(String reason) {
        refused = reason;
        gone = true;
        tell(using -> using.ended(new IllegalStateException(reason)));
    }

    @Override
    public void ended() {
        gone = true;
        tell(using -> using.ended(null));
    }

    private void tell(Consumer<Application> what) {
        if (application != null) {
            what.accept(application);
        }
    }
}
