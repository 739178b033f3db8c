package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;

/** One run of an experiment: the nodes of an algorithm, the applications that use them, and who watches that all is well. */
final class Run<S extends Record, M> implements Applications.Desk, Adversary.Victims {

    /** So many events without an entry, while somebody waits, are taken for going round in circles. */
    private static final long PATIENCE_EVENTS = 5_000_000;

    /** So many events are enough for each of the two phases. */
    private static final long PHASE_EVENTS = 1_000_000;

    /** So many messages under way are too many by far. */
    private static final int MOST_UNDERWAY = 100_000;

    /** So many more are watched when nobody wants anything any more; with a token that goes round there are always more. */
    private static final long QUIET_EVENTS = 1_000;

    private final Experiment<S, M> experiment;
    private final Capacity capacity;
    private final boolean sequenced;
    private final Recorder recorder;
    private final Simulator<M> simulator;
    private final Faults faults;
    private final Adversary adversary;
    private final Applications applications;
    private final RandomGenerator random;
    private final Gauge gauge;
    private final Judge judge;
    private final List<Node> nodes = new ArrayList<>();
    private long hash = 1;

    Run(Experiment<S, M> experiment, Set<Property> demanded, Recorder recorder) {
        this.experiment = experiment;
        this.recorder = recorder;
        capacity = experiment.setting().capacity();
        sequenced = experiment.entry().profile().assumptions().medium() == Medium.SEQUENCED;
        SplittableRandom seeds = new SplittableRandom(experiment.plan().seed());
        Experiment.Conditions conditions = experiment.conditions();
        int size = experiment.setting().nodes();
        SplittableRandom ofDelays = seeds.split();
        random = seeds.split();
        SplittableRandom ofApplications = seeds.split();
        SplittableRandom ofFaults = seeds.split();
        faults = new Faults(ofFaults.split());
        simulator = new Simulator<>(conditions.channels(), conditions.delay(), faults, ofDelays, this::delivered);
        gauge = new Gauge(size, experiment.plan().warmup());
        judge = new Judge(capacity, size, simulator, demanded);
        adversary = new Adversary(conditions.faults(), size, simulator, faults, ofFaults, this);
        applications =
                new Applications(conditions.load(), size, simulator, faults, ofApplications, quietAfter(), this);
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
        begin();
        long goal = experiment.plan().warmup() + experiment.plan().entries();
        long entries = 0;
        long quietSince = 0;
        boolean stalled = false;
        while (gauge.entries() < goal && judge.violation() == null && !stalled) {
            if (!step()) {
                stalled = judge.violation() == null;
            } else if (gauge.entries() > entries) {
                entries = gauge.entries();
                quietSince = simulator.events();
            } else {
                stalled = simulator.events() - quietSince > PATIENCE_EVENTS && hopeless();
            }
        }
        return measurements(stalled, began);
    }

    /** Lets the applications ask until a time, then waits until nobody wants anything any more, and all is quiet. */
    Settled settle(double until) {
        long began = System.nanoTime();
        simulator.after(Math.round(until * Distribution.UNIT), 0, applications::close);
        begin();
        while (!applications.closed() && bearable(0) && step()) {
            // all of the first phase
        }
        if (!applications.closed()) {
            judge.blame(Property.PROGRESS, "there are ever more messages, or time does not go on");
        }
        long before = simulator.events();
        while (!wanting().isEmpty() && bearable(before) && step()) {
            // all of the second phase
        }
        if (!wanting().isEmpty()) {
            judge.blame(Property.PROGRESS, "all is whole and nobody asks any more, yet these wait: " + wanting());
        }
        for (long events = 0; events < QUIET_EVENTS && step(); events++) {
            // what is under way must not surprise anybody
        }
        return new Settled(measurements(false, began), adversary.count());
    }

    private void begin() {
        try {
            for (Node node : nodes) {
                node.begin();
            }
            adversary.start();
            applications.start();
        } catch (AssertionError impossible) {
            judge.impossible(impossible);
        }
    }

    /** Lets the next event happen; false if there is none, or if all is over because something went wrong. */
    private boolean step() {
        try {
            return judge.violation() == null && simulator.step();
        } catch (AssertionError impossible) {
            judge.impossible(impossible);
            return false;
        }
    }

    private boolean bearable(long before) {
        return simulator.events() - before < PHASE_EVENTS && simulator.underway() < MOST_UNDERWAY;
    }

    private boolean hopeless() {
        return gauge.somebodyWaits() || nodes.stream().allMatch(node -> faults.crashed(node.me));
    }

    /** The nodes whose request is neither released nor withdrawn. */
    private List<Integer> wanting() {
        List<Integer> wanting = new ArrayList<>();
        for (Node node : nodes) {
            if (!node.free()) {
                wanting.add(node.me);
            }
        }
        return wanting;
    }

    private Measurements measurements(boolean stalled, long began) {
        return gauge.measurements(
                simulator.now(), stalled, judge.violation(), simulator.events(), System.nanoTime() - began, hash);
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

    @Override
    public void crash(int node) {
        nodes.get(node - 1).crash();
        applications.crashed(node);
    }

    @Override
    public void restart(int node) {
        nodes.get(node - 1).begin();
        applications.restarted(node);
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
        private long roundsBefore;
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
            roundsBefore = judge.busyRounds();
            recorder.asked(simulator.now(), me, requests);
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
                judge.waited(me, roundsBefore);
                gauge.withdrawn();
                recorder.cancelled(simulator.now(), me, id);
                state = algorithm.onCancel(state(), id, this);
            }
        }

        /** The node stops, wherever it is; if it was inside, it is so no longer. */
        void crash() {
            if (stage == Stage.INSIDE) {
                judge.left(request());
            } else if (stage == Stage.WAITING) {
                gauge.crashed();
            }
            stage = Stage.NONE;
            simulator.cancelTimers(me);
        }

        private void leave(long id) {
            if (stage != Stage.INSIDE || requests != id) {
                return; // the node has crashed meanwhile, and is back
            }
            judge.left(request());
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
                judge.blame(Property.WITHDRAWAL, "node " + me + " enters with a request that does not wait");
                return;
            }
            judge.waited(me, roundsBefore);
            judge.entered(me, request(), given);
            stage = Stage.INSIDE;
            fence = given;
            gauge.entered(me, simulator.now(), since, place, entriesBefore);
            recorder.entered(simulator.now(), me, requestId, given);
            simulator.after(experiment.conditions().hold().draw(random), me, () -> leave(requestId));
        }

        @Override
        public void withdrawn(long requestId) {
            if (stage != Stage.CANCELLED) {
                judge.blame(Property.WITHDRAWAL, "node " + me + " withdraws a request that was not cancelled");
                return;
            }
            stage = Stage.NONE;
            simulator.after(0, me, () -> idleAgain(requestId));
        }

        private void idleAgain(long id) {
            if (free() && requests == id) {
                applications.idle(me);
            }
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
