package org.peerlock.lab.simulate;

import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;

/** A simulated node: its algorithm, its request, and the effects of its steps. */
final class AlgorithmNode<S extends Record, M> implements Simulator.SimulatedProcess<M>, Effects<M> {

    /** The greatest increment that is drawn, if the algorithm allows increments. */
    private static final int GREATEST_INCREMENT = 10;

    /** The stage of the node's request. */
    private enum Stage {
        NONE,
        WAITING,
        INSIDE,
        CANCELLED
    }

    /** What the nodes of a run share. */
    record Environment<M>(
            Experiment<?, M> experiment,
            Simulator<M> simulator,
            Applications applications,
            MeasurementCollector gauge,
            PropertyMonitor judge,
            Recorder recorder,
            SplitMix64 random) {}

    final int me;
    private final Algorithm<S, M> algorithm;
    private final Experiment<?, M> experiment;
    private final Capacity capacity;
    private final boolean sequenced;
    private final Simulator<M> simulator;
    private final Applications applications;
    private final MeasurementCollector measurementCollector;
    private final PropertyMonitor propertyMonitor;
    private final Recorder recorder;
    private final SplitMix64 random;
    private @Nullable S state;
    private Stage stage = Stage.NONE;
    private long requests;
    private @Nullable Request request;
    private long since;
    private long place;
    private long entriesBefore;
    private long roundsBefore;
    private long fence;

    AlgorithmNode(int me, Algorithm<S, M> algorithm, Environment<M> environment) {
        this.me = me;
        this.algorithm = algorithm;
        experiment = environment.experiment();
        capacity = experiment.config().capacity();
        sequenced = experiment.entry().profile().assumptions().medium() == Medium.SEQUENCED;
        simulator = environment.simulator();
        applications = environment.applications();
        measurementCollector = environment.gauge();
        propertyMonitor = environment.judge();
        recorder = environment.recorder();
        random = environment.random();
    }

    void begin() {
        state = algorithm.initial(Start.fresh(), this);
    }

    boolean isInside() {
        return stage == Stage.INSIDE;
    }

    boolean free() {
        return stage == Stage.NONE;
    }

    private S state() {
        if (state == null) {
            throw new IllegalStateException("node " + me + " has not begun");
        }
        return state;
    }

    private Request request() {
        if (request == null) {
            throw new IllegalStateException("node " + me + " has no request");
        }
        return request;
    }

    void ask(long cameUp) {
        requests++;
        Request made = draw(requests);
        request = made;
        stage = Stage.WAITING;
        since = cameUp;
        place = measurementCollector.asked();
        entriesBefore = measurementCollector.entries();
        roundsBefore = propertyMonitor.busyRounds();
        recorder.asked(simulator.now(), me, made);
        long id = requests;
        experiment
                .conditions()
                .timeout()
                .ifPresent(timeout -> simulator.after(timeout.draw(random), me, () -> giveUp(id)));
        state = algorithm.onRequest(state(), made, this);
    }

    private Request draw(long id) {
        Request request = drawMode(id);
        boolean increments = algorithm.profile().increments();
        int increment = increments ? 1 + random.nextInt(GREATEST_INCREMENT) : 1;
        return new Request(id, request.mode(), request.permits(), increment);
    }

    private Request drawMode(long id) {
        return switch (capacity.kind()) {
            case MUTEX -> Request.exclusive(id);
            case READ_WRITE ->
                random.nextDouble() < experiment.conditions().readers() ? Request.shared(id) : Request.exclusive(id);
            case SEMAPHORE -> Request.permits(id, 1);
        };
    }

    private void giveUp(long id) {
        if (stage == Stage.WAITING && requests == id) {
            stage = Stage.CANCELLED;
            propertyMonitor.waited(me, roundsBefore);
            measurementCollector.withdrawn(place);
            recorder.cancelled(simulator.now(), me, id);
            state = algorithm.onCancel(state(), id, this);
        }
    }

    /** The node crashes; if it was inside, it is so no longer. */
    void crash() {
        if (stage == Stage.INSIDE) {
            propertyMonitor.left(request());
        } else if (stage == Stage.WAITING) {
            measurementCollector.crashed(place);
        }
        stage = Stage.NONE;
        simulator.cancelTimers(me);
    }

    private void leave(long id) {
        if (stage != Stage.INSIDE || requests != id) {
            return; // the node has crashed and restarted meanwhile
        }
        propertyMonitor.left(request());
        stage = Stage.NONE;
        measurementCollector.left(simulator.now(), since);
        recorder.left(simulator.now(), me, id);
        state = algorithm.onRelease(state(), id, fence, this);
        applications.idle(me);
    }

    @Override
    public void onMessage(int from, M message) {
        state = algorithm.onMessage(state(), from, message, this);
    }

    @Override
    public void onTimer(TimerId timer) {
        recorder.expired(simulator.now(), me, timer);
        state = algorithm.onTimer(state(), timer, this);
    }

    @Override
    public void send(int to, M message) {
        measurementCollector.sent(message);
        recorder.sent(simulator.now(), me, to, message);
        simulator.send(me, to, message);
    }

    @Override
    public void broadcast(M message) {
        measurementCollector.sent(message);
        recorder.sent(simulator.now(), me, 0, message);
        if (sequenced) {
            simulator.transmit(me, message);
        } else {
            simulator.broadcast(me, message);
        }
    }

    @Override
    public void enter(long requestId, long given) {
        if (stage != Stage.WAITING || requestId != requests) {
            propertyMonitor.reportViolation(
                    Property.WITHDRAWAL, "node " + me + " enters with a request that does not wait");
            return;
        }
        propertyMonitor.waited(me, roundsBefore);
        propertyMonitor.entered(me, request(), given);
        stage = Stage.INSIDE;
        fence = given;
        measurementCollector.entered(me, request().mode(), simulator.now(), since, place, entriesBefore);
        recorder.entered(simulator.now(), me, requestId, given);
        simulator.after(experiment.conditions().hold().draw(random), me, () -> leave(requestId));
    }

    @Override
    public void withdrawn(long requestId) {
        if (stage != Stage.CANCELLED) {
            propertyMonitor.reportViolation(
                    Property.WITHDRAWAL, "node " + me + " withdraws a request that was not cancelled");
            return;
        }
        stage = Stage.NONE;
        recorder.withdrawn(simulator.now(), me, requestId);
        simulator.after(0, me, () -> applications.idle(me));
    }

    @Override
    public void setTimer(TimerId timer, Timeout timeout) {
        double units = timeout.trips() * experiment.conditions().delay().longest()
                + timeout.sections() * experiment.conditions().hold().mean();
        simulator.setTimer(
                me, timer, Math.round(units * Distribution.UNIT) + 1); // after a message that takes exactly the bound
    }

    @Override
    public void cancelTimer(TimerId timer) {
        simulator.cancelTimer(me, timer);
    }
}
