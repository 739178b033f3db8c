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

    private final Resident resident;
    private final Wire wire;
    private final Protocol.Granted granted;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

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

    void watch() {
        Thread watcher = new Thread(this::ask, "peerlock-watches-" + granted.lock());
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Until it is lost or closed. */
    private void ask() {
        try {
            Duration patience = Resident.PATIENCE; // nothing is known of its lease yet
            while (true) {
                Wire.Reply reply = wire.get(Resident.stateOf(granted.grant(), BETWEEN_QUESTIONS), patience);
                if (!reply.ok()) {
                    lose(reply.as(Protocol.Problem.class).error());
                    return;
                }
                Protocol.State state = reply.as(Protocol.State.class);
                if (state.lost() != null) {
                    lose(state.lost());
                    return;
                }
                patience = patience(state.remaining());
            }
        } catch (IOException | JacksonException e) {
            lose(e.getMessage() + "; it held the lock for this process");
        } catch (InterruptedException e) {
            lose("nobody watches it any more");
        }
    }

    /** From now on; what remained may have been told just after the question, and the next answer has some time in any case. */
    private static Duration patience(Duration remaining) {
        Duration safe = remaining.minus(BETWEEN_QUESTIONS);
        Duration least = BETWEEN_QUESTIONS.multipliedBy(2);
        return safe.compareTo(least) > 0 ? safe : least;
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
        try (wire) {
            Wire.Reply reply = resident.release(granted.grant());
            if (!reply.ok()) {
                throw lostBefore(Resident.sentence(reply.as(Protocol.Problem.class)));
            }
        } catch (IOException e) {
            throw lostBefore(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the end of the connection gives it back, too
        }
    }

    private CommandFailure lostBefore(String reason) {
        return new CommandFailure(
                Exit.LOST,
                "lock '" + granted.lock() + "', held with fence " + granted.fence() + ", was lost: "
                        + lost.getNow(reason));
    }

    /** Without waiting for anything. */
    void drop() {
        closed.set(true);
        wire.close();
    }
}
