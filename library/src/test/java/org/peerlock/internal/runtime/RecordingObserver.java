package org.peerlock.internal.runtime;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.protocol.NodeOverview;

/** What the node says, and whether threads could rely on its lease at that moment. */
final class RecordingObserver implements NodeObserver {
    final BlockingQueue<NodeOverview> views = new LinkedBlockingQueue<>();
    final List<String> events = new CopyOnWriteArrayList<>();
    final CompletableFuture<String> end = new CompletableFuture<>();
    volatile @Nullable LiveRuntime of;
    /** Ends the next report that the lease has expired. */
    volatile @Nullable Error nextError;

    void add(String event) {
        LiveRuntime runtime = of;
        boolean leased = runtime != null && runtime.gates().current().state() != GrantGate.State.NO_LEASE;
        events.add(event + (leased ? ", with a lease" : ", without a lease"));
    }

    @Override
    public void onViewOpened(NodeOverview nodeOverview) {
        views.add(nodeOverview);
    }

    @Override
    public void onLeaseExpired(long generation, LossCause reason) {
        Error error = nextError;
        if (error != null) {
            nextError = null;
            throw error;
        }
        add("expired: " + reason);
    }

    @Override
    public void onHoldsLost() {
        add("lost");
    }

    @Override
    public void onLocksLost(List<LostHold> lost, LossCause reason) {
        lost.forEach(hold -> add("lost " + hold.lock()));
    }

    @Override
    public void onRegistryProblem(@Nullable String reason) {
        add("problem: " + reason);
    }

    @Override
    public void onKindConflict(String reason) {
        add("conflict: " + reason);
    }

    @Override
    public void onTerminating() {}

    @Override
    public void onLeft() {
        add("left");
        end.complete("left");
    }

    @Override
    public void onRefused(String message) {
        add("refused");
        end.complete(message);
    }

    @Override
    public void onFailed(Throwable defect) {
        add("failed");
        end.complete(String.valueOf(defect.getMessage()));
    }
}
