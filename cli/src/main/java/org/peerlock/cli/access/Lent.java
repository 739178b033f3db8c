package org.peerlock.cli.access;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.peerlock.cli.CommandFailure;
import org.peerlock.cli.Exit;
import tools.jackson.core.JacksonException;

/**
 * A lock that a resident node holds for this process. It is asked again and again whether it still does; each answer says for how
 * long it will at least, and if none comes within that time the lock counts as lost: the node may be stopped, and others have it.
 */
final class Lent implements Held {

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

    /** An answer gets so much time even if the last one has run out: this process may have stood still, not the node. */
    private static final Duration LEAST_PATIENCE = Duration.ofMillis(200);

    private static final int GONE = 410;

    private final Resident resident;
    private final Wire wire;
    private final Protocol.Granted granted;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Until when the node holds it at least, whatever happens, on this process's clock in nanoseconds. */
    private long until;

    Lent(Resident resident, Wire wire, Protocol.Granted granted) {
        this.resident = resident;
        this.wire = wire;
        this.granted = granted;
    }

    @Override
    public long fence() {
        return granted.fence();
    }

    @Override
    public CompletionStage<String> lost() {
        return lost.minimalCompletionStage();
    }

    /**
     * Looks at it for the first time, and from then on again and again.
     *
     * @throws IOException if the node does not answer
     */
    void watch() throws IOException, InterruptedException {
        look(Duration.ZERO, Resident.PATIENCE);
        Thread watcher = new Thread(this::ask, "peerlock-watches-" + granted.lock());
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Until it is lost or closed. */
    private void ask() {
        try {
            while (!lost.isDone()) {
                Duration left = Duration.ofNanos(until - System.nanoTime());
                Duration patience =
                        least(LEAST_PATIENCE.compareTo(left) > 0 ? LEAST_PATIENCE : left, Resident.PATIENCE);
                look(least(BETWEEN_QUESTIONS, patience.dividedBy(2)), patience);
            }
        } catch (IOException | JacksonException e) {
            lose(e.getMessage() + "; it held the lock for this process");
        } catch (InterruptedException e) {
            lose("nobody watches it any more");
        }
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** What remains is counted from before the question was asked: the answer may have been under way for as long. */
    private void look(Duration wait, Duration patience) throws IOException, InterruptedException {
        long asked = System.nanoTime();
        Wire.Reply reply = wire.get(Resident.stateOf(granted.grant(), wait), patience);
        if (!reply.ok()) {
            lose(reply.as(Protocol.Problem.class).error());
            return;
        }
        Protocol.State state = reply.as(Protocol.State.class);
        if (state.lost() != null) {
            lose(state.lost());
        }
        until = asked + state.remaining().toNanos();
    }

    private void lose(String reason) {
        if (!closed.get()) {
            lost.complete(reason);
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        resident.forget(this);
        try (wire) { // the end of which gives it back in any case
            if (lost.isDone()) {
                throw lostBefore(lost.join());
            }
            giveBack();
        } catch (IOException e) {
            throw lostBefore(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveBack() throws IOException, InterruptedException {
        Wire.Reply reply = resident.release(granted.grant());
        if (reply.status() == GONE) {
            throw lostBefore(Resident.sentence(reply.as(Protocol.Problem.class)));
        }
    }

    private CommandFailure lostBefore(String reason) {
        return new CommandFailure(
                Exit.LOST,
                "lock '" + granted.lock() + "', held with fence " + granted.fence() + ", was lost: " + reason);
    }

    /** Without waiting for anything. */
    void drop() {
        closed.set(true);
        wire.close();
    }
}
