package org.peerlock.host;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Brain;
import org.peerlock.brain.CellOutcome;
import org.peerlock.brain.Holders;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Outside;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Settings;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;
import org.peerlock.registry.Cell;
import org.peerlock.transport.SharedLoop;
import org.peerlock.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node among other processes. One thread, the loop, does all that the brain has to do with: it receives, sends, keeps time and
 * takes what the application's threads want. A second one waits for the cell.
 */
public final class LiveHost implements Host {

    private static final Logger LOG = LoggerFactory.getLogger(LiveHost.class);

    /** When to look whether a node whose connection broke is dead: its process may need a moment to be gone. */
    private static final long[] LOOKS_MILLIS = {0, 30, 100, 300, 1_000, 3_000, 10_000};

    private static final long STOPPING_MILLIS = 2_000;

    /** Nobody waits that long: some years. */
    private static final long FOREVER = TimeUnit.DAYS.toNanos(10_000);

    private final Settings settings;
    private final Application application;
    private final Executor executor;
    private final SharedLoop loop;
    private final Transport transport;
    private final CellDesk desk;
    private final Brain brain;
    private final Gates gates;
    private final Lookout lookout;
    /** As the others know this node; the loop's. */
    private Incarnation me;
    /** What is being written; the loop's. */
    private @Nullable Registry writing;
    /** The members of the view that began last here; the loop's. */
    private List<Incarnation> before = List.of();
    /** Nothing is to happen any more; the loop's. */
    private boolean over;
    /** What cannot be was met, and is not told yet; the loop's. */
    private @Nullable Throwable defect;
    /** All was given back; the loop's. */
    private boolean stopped;

    /**
     * Starts a node.
     *
     * @param settings its address is replaced by the one at which it listens
     * @param address where to listen; port 0 for any
     * @param executor runs what the application wants to be called
     * @throws IOException if it cannot listen there
     */
    public static LiveHost start(
            Settings settings, InetSocketAddress address, Cell cell, Executor executor, Application application)
            throws IOException {
        SharedLoop loop = SharedLoop.named("peerlock-" + settings.cluster());
        LiveHost host;
        try {
            host = new LiveHost(settings, address, cell, executor, application, loop);
        } catch (IOException | RuntimeException e) {
            end(loop);
            throw e;
        }
        host.loop.execute(host::begin);
        return host;
    }

    private LiveHost(
            Settings settings,
            InetSocketAddress address,
            Cell cell,
            Executor executor,
            Application application,
            SharedLoop loop)
            throws IOException {
        this.application = application;
        this.executor = executor;
        this.loop = loop;
        lookout = new Lookout(this::now, loop::helpUntil);
        transport = Transport.bind(loop, address, settings.cluster(), settings.algorithms(), new Peers());
        this.settings = settings.at(NetUtil.toSocketAddressString(transport.address()));
        desk = new CellDesk(
                "peerlock-" + settings.cluster() + "-registry",
                cell,
                loop,
                settings.timing().operation(),
                new Desk());
        brain = new Brain(this.settings, new SecureRandom(), new Wishes(), now(), System.currentTimeMillis());
        gates = brain.gates();
        me = brain.incarnation();
    }

    private static void end(SharedLoop loop) {
        var unused = loop.shutdownGracefully(0, STOPPING_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void begin() {
        transport.become(me);
        long tick = settings.timing().tick();
        var unused = loop.scheduleWithFixedDelay(() -> input(Brain::onTick), 0, tick, TimeUnit.NANOSECONDS);
    }

    // For the application's threads

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public Gates gates() {
        return gates;
    }

    @Override
    public void tell(Input input) {
        try {
            loop.execute(() -> input(input));
        } catch (RejectedExecutionException e) {
            // It has stopped: nobody wants to know any more.
            LOG.trace("Too late", e);
        }
    }

    @Override
    public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
        if (loop.inEventLoop() && !event.isDone()) {
            throw new IllegalStateException(
                    "nothing would ever happen: this thread does the node's work at the moment, and the"
                            + " executor has run here what it should have run on another thread");
        }
        long start = now();
        if (lookout.sees(event, start, nanos)) {
            return true;
        }
        try {
            if (nanos >= FOREVER) {
                event.get(); // costs less than to wait for a time
            } else {
                event.get(nanos, TimeUnit.NANOSECONDS);
            }
            lookout.learn(now() - start);
            return true;
        } catch (TimeoutException e) {
            return event.isDone();
        } catch (ExecutionException | CancellationException e) {
            return true; // it is for the caller to look what has happened
        }
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public Optional<String> trouble() {
        return desk.trouble();
    }

    @Override
    public long bytesSent() {
        return transport.bytesSent();
    }

    /** The port is free again when it returns, unless the loop is stuck. */
    @Override
    public void stop() {
        try {
            loop.execute(this::giveBack);
        } catch (RejectedExecutionException e) {
            LOG.trace("Stopped before", e);
        }
        if (!loop.inEventLoop()) {
            loop.terminationFuture().awaitUninterruptibly(STOPPING_MILLIS);
        }
    }

    private void giveBack() {
        if (stopped) {
            return;
        }
        stopped = true;
        if (!over) { // it could not leave in time
            lapse(Loss.LEFT);
            application.lost();
        }
        desk.left(me);
        desk.close();
        transport.close();
        end(loop);
    }

    /** From now on nothing is held or granted here. */
    private void lapse(Loss reason) {
        over = true;
        application.lapsed(gates.current().generation(), reason);
        gates.lapse();
    }

    // On the loop

    /** Everything that the brain is told comes this way, and time comes first. */
    private void input(Input input) {
        if (over) {
            fail();
            return;
        }
        try {
            long now = now();
            brain.onWake(now, System.currentTimeMillis());
            input.give(brain, now);
        } catch (RuntimeException | Error e) {
            over = true; // before any call: the stack may be used up
            defect = e;
            fail();
        }
    }

    /**
     * Whatever is wrong, nobody may take a lock for his own any more on the word of this node. If that fails, too, it is done with the
     * next input, by a thread that may have more of a stack.
     */
    private void fail() {
        Throwable met = defect;
        if (met == null) {
            return;
        }
        lapse(Loss.FAILED);
        try {
            LOG.error("{} has met what cannot be, and stops. Its locks are lost", shortly(me), met);
            transport.close();
            application.lost();
        } finally {
            application.ended(new IllegalStateException(
                    "this node of cluster '" + settings.cluster() + "' has stopped because of a defect", met));
            defect = null;
        }
    }

    /** Enough of it for a reader. */
    private static String shortly(Incarnation incarnation) {
        return "node " + incarnation.shortly();
    }

    /** What comes from other nodes. */
    private final class Peers implements Transport.Listener {

        @Override
        public void received(Incarnation from, Packet packet) {
            if (packet instanceof Packet.Content content) {
                transport.learn(content.registry());
            }
            input((brain, now) -> brain.onPacket(now, from, packet));
        }

        @Override
        public void connected(Incarnation other) {
            input((brain, now) -> brain.onConnected(now, other));
        }

        @Override
        public void disconnected(Incarnation other) {
            for (long delay : LOOKS_MILLIS) {
                var unused = loop.schedule(this::lookForDead, delay, TimeUnit.MILLISECONDS);
            }
        }

        private void lookForDead() {
            if (!over) {
                desk.lookForDead();
            }
        }
    }

    /** What comes from the cell. */
    private final class Desk implements CellDesk.Client {

        @Override
        public void outcome(CellOutcome outcome) {
            if (over) {
                return;
            }
            if (outcome instanceof CellOutcome.Read read) {
                transport.learn(read.content());
            } else if (outcome instanceof CellOutcome.Written && writing != null) {
                transport.learn(writing);
            }
            input((brain, now) -> brain.onCell(now, outcome));
        }

        @Override
        public void dead(SortedSet<Incarnation> dead) {
            input((brain, now) -> brain.onDead(now, dead));
        }

        @Override
        public void troubled(@Nullable String reason) {
            application.troubled(reason);
        }
    }

    /** What the brain wants done. */
    private final class Wishes implements Outside {

        @Override
        public void send(Incarnation to, Packet packet) {
            transport.send(to, packet);
        }

        @Override
        public void read() {
            desk.read();
        }

        @Override
        public void compareAndSet(long version, Registry content) {
            writing = content;
            desk.compareAndSet(me, version, content);
        }

        @Override
        public void lapsed(long generation, Loss reason) {
            application.lapsed(generation, reason);
        }

        @Override
        public void lost(String lock, long fence, Loss reason) {
            LOG.warn("Lost lock '{}', held with fence {}: {}", lock, fence, reason.sentence());
            application.lost();
            application.lost(lock, fence, reason);
        }

        @Override
        public void disagreed(Incarnation other, String reason) {
            LOG.warn("{} and {} disagree: {}", shortly(me), shortly(other), reason);
            application.disagreed(reason);
        }

        @Override
        public void opened(View view, Holders holders) {
            LOG.info(
                    "View {} of cluster '{}' begins at {} ({}), since {}: {} members, {} locks held",
                    view.epoch(),
                    settings.cluster(),
                    shortly(me),
                    settings.address(),
                    cause(view),
                    view.size(),
                    holders.byLock().size());
            before = view.members();
            application.opened(brain.overview(now()));
        }

        /** Why there is a new view, for a reader. */
        private String cause(View view) {
            if (!before.contains(me)) {
                return "this node has joined";
            }
            List<String> changes = new ArrayList<>();
            view.members().stream()
                    .filter(one -> !before.contains(one))
                    .forEach(one -> changes.add(shortly(one) + " has joined"));
            before.stream().filter(one -> !view.has(one)).forEach(one -> changes.add(shortly(one) + " is gone"));
            return changes.isEmpty() ? "there was much to forget" : String.join(", ", changes);
        }

        @Override
        public void reborn(Incarnation now) {
            LOG.warn("{} is no member any more; it comes back as {}", shortly(me), shortly(now));
            desk.left(me);
            me = now;
            transport.become(now);
        }

        @Override
        public void refused(String reason) {
            over = true;
            String sentence = "this node cannot join cluster '" + settings.cluster() + "': " + reason
                    + ". Use the same settings in all processes; to change them, end all processes of the cluster and delete"
                    + " what the registry holds";
            LOG.error("Stopped: {}", sentence);
            application.ended(new IllegalStateException(sentence));
        }

        @Override
        public void ended() {
            over = true;
            LOG.info("{} has left cluster '{}'", shortly(me), settings.cluster());
            desk.left(me);
            application.ended(null);
        }
    }
}
