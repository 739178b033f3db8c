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

/** What happens in the demo, one thing after the other. */
final class Story {

    /** What has not happened after that time never will. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** For so long one who stands still has lost the lock already. */
    private static final Duration LINGERING = Duration.ofSeconds(1);

    /** What the accidents take, without the time in between. */
    private static final Duration ACCIDENTS = Duration.ofSeconds(6);

    /** How often all are left alone for a while. */
    private static final int INTERVALS = 4;

    /** For how long at least, even if it took long to start. */
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);

    /** Something that had to happen has not: the rest of the story makes no sense. */
    private static final class Broken extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final int nodes;
    private final Duration length;
    private final Troupe troupe;
    private final Books books;
    private final Stage stage;
    private final List<Takeover> takeovers = new ArrayList<>();

    /** @param length about how long it takes; not less than the accidents do */
    Story(int nodes, Duration length, Troupe troupe, Books books, Stage stage) {
        this.nodes = nodes;
        this.length = length;
        this.troupe = troupe;
        this.books = books;
        this.stage = stage;
    }

    /** Lets it happen. */
    Outcome tell() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        double rate = 0;
        try {
            startAll();
            long left = length.minus(ACCIDENTS).toNanos() - (System.nanoTime() - begin);
            long interval = Math.max(SHORTEST_INTERVAL.toNanos(), left / INTERVALS);
            long entriesBefore = books.board().entries();
            long contending = System.nanoTime();
            meetAccidents(interval);
            rate = (books.board().entries() - entriesBefore) * 1e9 / (System.nanoTime() - contending);
            leave();
        } catch (Broken e) {
            // The books have the problem.
        }
        return new Outcome(books.board(), rate, takeovers, books.problems());
    }

    private void meetAccidents(long interval) throws IOException, InterruptedException, Broken {
        TimeUnit.NANOSECONDS.sleep(interval);
        int killed = killHolder();
        TimeUnit.NANOSECONDS.sleep(interval);
        stopHolder();
        TimeUnit.NANOSECONDS.sleep(interval);
        startAgain(killed);
        TimeUnit.NANOSECONDS.sleep(interval);
    }

    private void startAll() throws IOException, InterruptedException, Broken {
        stage.say(nodes + " processes start. There is no lock server: they find each other in a directory.");
        for (int node = 1; node <= nodes; node++) {
            troupe.start(node);
        }
        await("all processes join", board -> board.rows().stream().allMatch(row -> row.state() == NodeState.RUNNING));
        stage.say("All want one lock, again and again. Whoever has it adds one to a counter:"
                + " reads it, works for some milliseconds, writes it.");
    }

    private int killHolder() throws InterruptedException, Broken {
        Entry holder = trapHolder();
        CompletableFuture<Entry> next = books.next();
        long begin = System.nanoTime();
        troupe.kill(holder.node());
        stage.say("kill -9: node " + holder.node() + " dies while it holds the lock. It cannot give it back.");
        Takeover takeover = takeOver(holder, begin, next, false);
        stage.say("Node " + takeover.to() + " has the lock " + takeover.millis() + " ms later"
                + (takeover.millis() < DemoNode.LEASE.toMillis()
                        ? ": the system can tell that the process is dead, so nobody waits for its lease."
                        : ", when the lease of the dead one was over."));
        return holder.node();
    }

    private void stopHolder() throws InterruptedException, Broken {
        Entry holder = trapHolder();
        CompletableFuture<Entry> next = books.next();
        Board before = books.board();
        long begin = System.nanoTime();
        Standstill standstill;
        try {
            standstill = troupe.stop(holder.node());
        } catch (IOException e) {
            troupe.tell(holder.node(), holder.answer());
            stage.say("A holder was to be stopped and let go on now. That cannot be done on this system: left out.");
            return;
        }
        try {
            standStill(holder, begin, next);
        } finally {
            standstill.close();
        }
        goOn(holder, before);
    }

    private void standStill(Entry holder, long begin, CompletableFuture<Entry> next)
            throws InterruptedException, Broken {
        int node = holder.node();
        stage.say("kill -STOP: node " + node + " stands still while it holds the lock. It may go on at any time, so"
                + " all wait until its lease is over: " + DemoNode.LEASE.toSeconds() + " s after its last renewal.");
        Takeover takeover = takeOver(holder, begin, next, true);
        stage.say("Node " + takeover.to() + " has the lock " + takeover.millis()
                + " ms later, with a greater fence. Node " + node + " knows nothing of it.");
        Thread.sleep(LINGERING.toMillis());
        stage.say("kill -CONT: node " + node + " goes on where it was, and writes the counter.");
        troupe.tell(node, holder.answer()); // it is there already when the process goes on
        books.is(node, NodeState.BACK);
    }

    private void goOn(Entry holder, Board before) throws InterruptedException, Broken {
        int node = holder.node();
        await("the late write is refused", board -> board.refused() > before.refused());
        stage.say("That write is refused: its fence " + Fences.text(holder.fence())
                + " is smaller than one that was here since. No harm is done.");
        await("node " + node + " is told that it has lost the lock", board -> board.lost() > before.lost());
        await("node " + node + " takes part again", board -> board.entriesOf(node) > before.entriesOf(node));
        stage.say("Node " + node + " was told that it had lost the lock, has joined anew by itself, and takes part.");
    }

    private void startAgain(int node) throws IOException, InterruptedException, Broken {
        stage.say("Node " + node + ", which was killed, is started again.");
        long before = books.board().entriesOf(node);
        troupe.start(node);
        await("node " + node + " takes part again", board -> board.entriesOf(node) > before);
        stage.say("It has joined, and takes part: all " + nodes + " are there again.");
    }

    private void leave() throws InterruptedException, Broken {
        stage.say("All finish what they are at, and leave.");
        for (int node = 1; node <= nodes; node++) {
            troupe.tell(node, Phrase.LEAVE);
        }
        await("all leave", board -> board.rows().stream().allMatch(row -> row.state() == NodeState.LEFT));
    }

    /** Waits for the next one who comes in, and keeps it there. */
    private Entry trapHolder() throws InterruptedException, Broken {
        return await("somebody enters", books.trapNext());
    }

    private Takeover takeOver(Entry holder, long begin, CompletableFuture<Entry> next, boolean stopped)
            throws InterruptedException, Broken {
        String what = "somebody enters after node " + holder.node() + " was " + (stopped ? "stopped" : "killed");
        Entry heir = await(what, next);
        long millis = TimeUnit.NANOSECONDS.toMillis(heir.at() - begin);
        Takeover takeover = new Takeover(holder.node(), heir.node(), stopped, millis);
        takeovers.add(takeover);
        return takeover;
    }

    private void await(String what, Predicate<Board> condition) throws InterruptedException, Broken {
        if (!books.await(condition, PATIENCE)) {
            throw broken(what);
        }
    }

    private Entry await(String what, CompletableFuture<Entry> entry) throws InterruptedException, Broken {
        try {
            return entry.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (CancellationException | ExecutionException | TimeoutException e) {
            throw broken(what);
        }
    }

    private Broken broken(String what) {
        if (books.problems().isEmpty()) {
            books.problem("within " + PATIENCE.toSeconds() + " s it has not come to pass that " + what);
        }
        return new Broken();
    }
}
