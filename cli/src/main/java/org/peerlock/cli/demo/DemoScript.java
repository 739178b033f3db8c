package org.peerlock.cli.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** The events of the demo, one after the other. */
final class DemoScript {

    /** A step that takes longer never ends. */
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(60);

    /** How long a paused holder stays paused after it has lost the lock. */
    private static final Duration PAUSE_AFTER_FAILOVER = Duration.ofSeconds(1);

    /** How long the failures take, without the time in between. */
    private static final Duration FAULTS_DURATION = Duration.ofSeconds(6);

    /** How many undisturbed periods there are. */
    private static final int INTERVALS = 4;

    /** How long such a period is at least, even if the start took long. */
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);

    /** A step has not ended: the other steps make no sense. */
    private static final class DemoAbortedException extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final int nodes;
    private final Duration length;
    private final DemoCluster demoCluster;
    private final DemoLedger demoLedger;
    private final DemoDisplay demoDisplay;
    private final List<Failover> failovers = new ArrayList<>();

    /** @param length about how long the demo takes; not less than its failures do */
    DemoScript(int nodes, Duration length, DemoCluster demoCluster, DemoLedger demoLedger, DemoDisplay demoDisplay) {
        this.nodes = nodes;
        this.length = length;
        this.demoCluster = demoCluster;
        this.demoLedger = demoLedger;
        this.demoDisplay = demoDisplay;
    }

    /** Runs the demo. */
    DemoResult run() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        double rate = 0;
        try {
            startAll();
            long left = length.minus(FAULTS_DURATION).toNanos() - (System.nanoTime() - begin);
            long interval = Math.max(SHORTEST_INTERVAL.toNanos(), left / INTERVALS);
            long entriesBefore = demoLedger.snapshot().entries();
            long contending = System.nanoTime();
            injectFaults(interval);
            rate = (demoLedger.snapshot().entries() - entriesBefore) * 1e9 / (System.nanoTime() - contending);
            leave();
        } catch (DemoAbortedException e) {
            // The ledger has the problem.
        }
        return new DemoResult(demoLedger.snapshot(), rate, failovers, demoLedger.problems());
    }

    private void injectFaults(long interval) throws IOException, InterruptedException, DemoAbortedException {
        TimeUnit.NANOSECONDS.sleep(interval);
        int killed = killHolder();
        TimeUnit.NANOSECONDS.sleep(interval);
        pauseHolder();
        TimeUnit.NANOSECONDS.sleep(interval);
        restart(killed);
        TimeUnit.NANOSECONDS.sleep(interval);
    }

    private void startAll() throws IOException, InterruptedException, DemoAbortedException {
        demoDisplay.say(nodes + " processes start. There is no lock server: they find each other in a directory.");
        for (int node = 1; node <= nodes; node++) {
            demoCluster.start(node);
        }
        await(
                "all processes have joined",
                demoSnapshot ->
                        demoSnapshot.nodes().stream().allMatch(nodeStatus -> nodeStatus.state() == NodeState.RUNNING));
        demoDisplay.say("All acquire one lock, again and again. The holder adds one to a counter:"
                + " it reads it, works for some milliseconds, and writes it.");
    }

    private int killHolder() throws InterruptedException, DemoAbortedException {
        CriticalSectionEntry holder = trapHolder();
        CompletableFuture<CriticalSectionEntry> next = demoLedger.nextEntry();
        long begin = System.nanoTime();
        demoCluster.kill(holder.node());
        demoDisplay.say("kill -9: node " + holder.node() + " dies while it holds the lock. It cannot release it.");
        Failover failover = awaitFailover(holder, begin, next, false);
        demoDisplay.say("Node " + failover.to() + " holds the lock " + failover.millis() + " ms later"
                + (failover.millis() < DemoNode.LEASE.toMillis()
                        ? ": the system can prove that the process is dead, so nobody waits for its lease."
                        : ", when the lease of the dead process had expired."));
        return holder.node();
    }

    private void pauseHolder() throws InterruptedException, DemoAbortedException {
        CriticalSectionEntry holder = trapHolder();
        CompletableFuture<CriticalSectionEntry> next = demoLedger.nextEntry();
        DemoSnapshot before = demoLedger.snapshot();
        long begin = System.nanoTime();
        PausedProcess pausedProcess;
        try {
            pausedProcess = demoCluster.pause(holder.node());
        } catch (IOException e) {
            demoCluster.send(holder.node(), holder.answer());
            demoDisplay.say(
                    "This step would pause a holder. This system cannot pause processes, so the step is left out.");
            return;
        }
        try {
            whilePaused(holder, begin, next);
        } finally {
            pausedProcess.close();
        }
        awaitRecovery(holder, before);
    }

    private void whilePaused(CriticalSectionEntry holder, long begin, CompletableFuture<CriticalSectionEntry> next)
            throws InterruptedException, DemoAbortedException {
        int node = holder.node();
        demoDisplay.say("kill -STOP: node " + node
                + " is paused while it holds the lock. It may go on at any time, so"
                + " all wait until its lease has expired: " + DemoNode.LEASE.toSeconds()
                + " s after its last renewal.");
        Failover failover = awaitFailover(holder, begin, next, true);
        demoDisplay.say("Node " + failover.to() + " holds the lock " + failover.millis()
                + " ms later, with a greater fence. Node " + node + " does not know that.");
        Thread.sleep(PAUSE_AFTER_FAILOVER.toMillis());
        demoDisplay.say("kill -CONT: node " + node + " goes on where it was, and writes the counter.");
        demoCluster.send(node, holder.answer()); // the answer is there when the process goes on
        demoLedger.setState(node, NodeState.BACK);
    }

    private void awaitRecovery(CriticalSectionEntry holder, DemoSnapshot before)
            throws InterruptedException, DemoAbortedException {
        int node = holder.node();
        await("the late write is refused", demoSnapshot -> demoSnapshot.refused() > before.refused());
        demoDisplay.say("That write is refused: its fence " + FenceFormat.format(holder.fence())
                + " is smaller than one that came after it. No harm is done.");
        await(
                "node " + node + " has learned that it lost the lock",
                demoSnapshot -> demoSnapshot.lost() > before.lost());
        await(
                "node " + node + " takes part again",
                demoSnapshot -> demoSnapshot.entriesOf(node) > before.entriesOf(node));
        demoDisplay.say(
                "Node " + node + " has learned that it lost the lock, has joined again by itself, and takes part.");
    }

    private void restart(int node) throws IOException, InterruptedException, DemoAbortedException {
        demoDisplay.say("Node " + node + ", which was killed, is started again.");
        long before = demoLedger.snapshot().entriesOf(node);
        demoCluster.start(node);
        await("node " + node + " takes part again", demoSnapshot -> demoSnapshot.entriesOf(node) > before);
        demoDisplay.say("It has joined and takes part: all " + nodes + " are back.");
    }

    private void leave() throws InterruptedException, DemoAbortedException {
        demoDisplay.say("All finish their work, and leave.");
        for (int node = 1; node <= nodes; node++) {
            demoCluster.send(node, DemoProtocol.LEAVE);
        }
        await(
                "all have left",
                demoSnapshot ->
                        demoSnapshot.nodes().stream().allMatch(nodeStatus -> nodeStatus.state() == NodeState.LEFT));
    }

    /** Waits for the next node that enters, and keeps it inside. */
    private CriticalSectionEntry trapHolder() throws InterruptedException, DemoAbortedException {
        return await("a node enters", demoLedger.holdNextEntry());
    }

    private Failover awaitFailover(
            CriticalSectionEntry holder, long begin, CompletableFuture<CriticalSectionEntry> next, boolean stopped)
            throws InterruptedException, DemoAbortedException {
        String what = "a node enters after node " + holder.node() + " was " + (stopped ? "stopped" : "killed");
        CriticalSectionEntry heir = await(what, next);
        long millis = TimeUnit.NANOSECONDS.toMillis(heir.at() - begin);
        Failover failover = new Failover(holder.node(), heir.node(), stopped, millis);
        failovers.add(failover);
        return failover;
    }

    private void await(String what, Predicate<DemoSnapshot> condition)
            throws InterruptedException, DemoAbortedException {
        if (!demoLedger.await(condition, STEP_TIMEOUT)) {
            throw abort(what);
        }
    }

    private CriticalSectionEntry await(String what, CompletableFuture<CriticalSectionEntry> entry)
            throws InterruptedException, DemoAbortedException {
        try {
            return entry.get(STEP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (CancellationException | ExecutionException | TimeoutException e) {
            throw abort(what);
        }
    }

    private DemoAbortedException abort(String what) {
        if (demoLedger.problems().isEmpty()) {
            demoLedger.addProblem("not within " + STEP_TIMEOUT.toSeconds() + " s: " + what);
        }
        return new DemoAbortedException();
    }
}
