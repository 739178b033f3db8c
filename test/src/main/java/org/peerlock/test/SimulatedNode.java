package org.peerlock.test;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.TimerId;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Outside;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Report;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gate;
import org.peerlock.lab.simulate.Simulator;

/** A process with a node in it: a brain, and a clock that goes a little wrong. */
final class SimulatedNode implements Simulator.Member<SimulatedNode.Wire>, Outside {

    /** What is under way from one to another, on one of their connections. */
    record Wire(Incarnation from, Incarnation to, long connection, Packet packet) {}

    final int number;
    private final SimulatedCluster cluster;
    private final double rate;
    private final long offset;
    private @Nullable Brain brain;
    private boolean gone;
    private @Nullable String refused;

    SimulatedNode(int number, SimulatedCluster cluster, double rate, long offset) {
        this.number = number;
        this.cluster = cluster;
        this.rate = rate;
        this.offset = offset;
    }

    void start(BrainMaker maker) {
        Brain made = maker.make(cluster.settings(), cluster.randomOf(number), this, now(), cluster.wall());
        brain = made;
        cluster.known(made.incarnation(), this);
        made.onTick(now(), cluster.wall());
        tickLater();
    }

    private void tickLater() {
        cluster.simulator().after(cluster.settings().timing().tick(), number, () -> {
            brain().onTick(now(), cluster.wall());
            cluster.judge().look(this);
            tickLater();
        });
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
        return offset + (long) (cluster.simulator().now() * rate);
    }

    /** Whether it is over: crashed, left or refused. */
    boolean gone() {
        return gone;
    }

    void crash() {
        gone = true;
        cluster.faults().crash(number);
    }

    /** Why it was not let in, if so. */
    @Nullable String refusal() {
        return refused;
    }

    /** Whether a hold of a generation is valid here and now; other than the node itself would, it changes nothing. */
    boolean valid(long generation) {
        Gate gate = brain().gates().current();
        boolean leased = gate.state() == Gate.State.OPEN || gate.state() == Gate.State.SHUT;
        return !gone && leased && gate.generation() == generation && now() - gate.until() < 0;
    }

    @Override
    public void onMessage(int from, Wire wire) {
        if (cluster.connection(from, number) == wire.connection() && wire.to().equals(brain().incarnation())) {
            brain().onPacket(now(), wire.from(), wire.packet());
            cluster.judge().look(this);
        }
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
        cluster.cell().read(number, outcome -> {
            brain().onCell(now(), outcome);
            cluster.judge().look(this);
        });
    }

    @Override
    public void compareAndSet(long version, Registry content) {
        cluster.cell().compareAndSet(number, version, content, outcome -> {
            brain().onCell(now(), outcome);
            cluster.judge().look(this);
        });
    }

    @Override
    public void lost(String lock, long fence, Loss reason) {
        cluster.judge().lost(this, lock, fence, reason);
    }

    @Override
    public void opened(View view, SortedMap<String, Incarnation> holders) {
        cluster.judge().opened(this, view, holders);
    }

    @Override
    public void reborn(Incarnation incarnation) {
        cluster.known(incarnation, this);
    }

    @Override
    public void refused(String reason) {
        refused = reason;
        gone = true;
    }

    @Override
    public void ended() {
        gone = true;
    }
}
