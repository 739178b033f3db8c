package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.lab.world.Violation;

/** One run of an experiment: the nodes of an algorithm, the applications that use them, and who watches that all is well. */
final class Run<S extends Record, M> implements Applications.Desk {

    /** So many events without an entry, while somebody waits, are taken for going round in circles. */
    private static final long PATIENCE_EVENTS = 5_000_000;

    private final Experiment<S, M> experiment;
    private final Capacity capacity;
    private final boolean sequenced;
    private final Recorder recorder;
    private final Simulator<M> simulator;
    private final Applications applications;
    private final RandomGenerator random;
    private final Gauge gauge;
    private final List<Node> nodes = new ArrayList<>();
    private long weightInside;
    private long lastFence;
    private long hash = 1;
    private @Nullable Violation violation;

    Run(Experiment<S, M> experiment, Faults faults, Recorder recorder) {
        this.experiment = experiment;
        this.recorder = recorder;
        capacity = experiment.setting().capacity();
        sequenced = experiment.entry().profile().assumptions().medium() == Medium.SEQUENCED;
        SplittableRandom seeds = new SplittableRandom(experiment.plan().seed());
        Experiment.Conditions conditions = experiment.conditions();
        simulator = new Simulator<>(conditions.channels(), conditions.delay(), faults, seeds.split(), this::delivered);
        random = seeds.split();
        gauge = new Gauge(experiment.setting().nodes(), experiment.plan().warmup());
        applications = new Applications(
                conditions.load(), experiment.setting().nodes(), simulator, seeds.split(), quietAfter(), this);
        List<Algorithm<S, M>> algorithms = experiment.entry().create(experiment.setting());
        for (Algorithm<S, M> algorithm : algorithms) {
            Node node = new Node(nodes.size() + 1, algorithm);
            nodes.add(node);
            simulator.add(node);
        }
    }

    /** Long enough for the last messages of one entry; under light load nobody asks before. */
    private long quietAfter() {
        return Math.round(
                20 * (experiment.messageDelay() + experiment.conditions().hold().mean()) * Distribution.UNIT);
    }

    Measurements run() {
        long began = System.nanoTime();
        for (Node node : nodes) {
            node.begin();
        }
        applications.start();
        long goal = experiment.plan().warmup() + experiment.plan().entries();
        long entries = 0;
        long quietSince = 0;
        boolean stalled = false;
        while (gauge.entries() < goal && violation == null && !stalled) {
            if (!simulator.step()) {
                stalled = true;
            } else if (gauge.entries() > entries) {
                entries = gauge.entries();
                quietSince = simulator.events();
            } else {
                stalled = simulator.events() - quietSince > PATIENCE_EVENTS && gauge.somebodyWaits();
            }
        }
        return gauge.measurements(
                simulator.now(), stalled, violation, simulator.events(), System.nanoTime() - began, hash);
    }

    private void delivered(long time, int from, int to, M message) {
        hash = (hash ^ time) * 0x9E3779B97F4A7C15L;
        hash = (Long.rotateLeft(hash, 23) ^ ((long) from << 32 | to)) * 0x9E3779B97F4A7C15L;
        hash ^= message.getClass().getName().hashCode();
        recorder.delivered(time, from, to, message);
    }

    @Override
    public boolean free(int node) {
        return nodes.get(node - 1).free();
    }

    @Override
    public void ask(int node, long since) {
        nodes.get(node - 1).ask(since);
    }

    private void blame(Property property, String sentence) {
        if (violation == null) {
            violation = new Violation(property, "at " + (double) simulator.now() / Distribution.UNIT + ": " + sentence);
        }
    }

    /** Where a node's request is. */
    private enum Stage {
        NONE,
        WAITING,
        INSIDE,
        CANCELLED
    }

    /** A node, its one request, and the effects of its steps. */
    private final class Node implements Simulator.Member<M>, Effects<M> {

        private final int me;
        private final Algorithm<S, M> algorithm;
        private @Nullable S state;
        private Stage stage = Stage.NONE;
        private long requests;
        private @Nullable Request request;
        private long since;
        private long place;
        private long entriesBefore;
        private long fence;

        Node(int me, Algorithm<S, M> algorithm) {
            this.me = me;
            this.algorithm = algorithm;
        }

        void begin() {
            state = algorithm.initial(Start.fresh(), this);
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
            place = gauge.asked();
            entriesBefore = gauge.entries();
            recorder.asked(simulator.now(), me, made);
            long id = requests;
            experiment
                    .conditions()
                    .patience()
                    .ifPresent(patience -> simulator.after(patience.draw(random), me, () -> giveUp(id)));
            state = algorithm.onRequest(state(), made, this);
        }

        private Request draw(long id) {
            return switch (capacity.kind()) {
                case MUTEX -> Request.exclusive(id);
                case READ_WRITE ->
                    random.nextDouble() < experiment.conditions().readers()
                            ? Request.shared(id)
                            : Request.exclusive(id);
                case SEMAPHORE -> Request.permits(id, 1);
            };
        }

        private void giveUp(long id) {
            if (stage == Stage.WAITING && requests == id) {
                stage = Stage.CANCELLED;
                gauge.withdrawn();
                recorder.cancelled(simulator.now(), me, id);
                state = algorithm.onCancel(state(), id, this);
            }
        }

        private void leave(long id) {
            weightInside -= capacity.weight(request());
            stage = Stage.NONE;
            gauge.left(simulator.now(), since);
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
            gauge.sent(message);
            recorder.sent(simulator.now(), me, to, message);
            simulator.send(me, to, message);
        }

        @Override
        public void broadcast(M message) {
            gauge.sent(message);
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
                blame(Property.WITHDRAWAL, "node " + me + " enters with a request that does not wait");
                return;
            }
            if (!capacity.mayFollow(request(), given, lastFence)) {
                blame(Property.FENCE, "node " + me + " enters with fence " + given + " after " + lastFence);
            }
            lastFence = request().mode() == Mode.EXCLUSIVE ? Math.max(lastFence, given) : lastFence;
            weightInside += capacity.weight(request());
            if (weightInside > capacity.permits()) {
                blame(Property.EXCLUSION, "node " + me + " enters while others are inside");
            }
            stage = Stage.INSIDE;
            fence = given;
            gauge.entered(me, simulator.now(), since, place, entriesBefore);
            recorder.entered(simulator.now(), me, requestId, given);
            simulator.after(experiment.conditions().hold().draw(random), me, () -> leave(requestId));
        }

        @Override
        public void withdrawn(long requestId) {
            if (stage != Stage.CANCELLED) {
                blame(Property.WITHDRAWAL, "node " + me + " withdraws a request that was not cancelled");
                return;
            }
            stage = Stage.NONE;
            recorder.withdrawn(simulator.now(), me, requestId);
            simulator.after(0, me, () -> applications.idle(me));
        }

        @Override
        public void setTimer(TimerId timer, Wait wait) {
            double units = wait.trips() * experiment.conditions().delay().longest()
                    + wait.sections() * experiment.conditions().hold().mean();
            simulator.setTimer(me, timer, Math.round(units * Distribution.UNIT) + 1); // after what comes at the bound
        }

        @Override
        public void cancelTimer(TimerId timer) {
            simulator.cancelTimer(me, timer);
        }
    }
}
