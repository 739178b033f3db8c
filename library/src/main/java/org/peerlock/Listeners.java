package org.peerlock;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.peerlock.internal.log.LogLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a process. */
final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(PeerlockListener.class);

    /** As {@code NodeRuntime.dispatch}. */
    interface Dispatcher {
        void dispatch(Runnable callback, Consumer<Throwable> onRefused);
    }

    /** A membership view: its epoch and its members. */
    record KnownView(long epoch, List<Peer> members) {}

    private final List<PeerlockListener> all = new CopyOnWriteArrayList<>();
    private final Dispatcher dispatcher;
    private final LogLimiter<CallbackProblem> logLimiter;
    /** The last view; only the engine's thread writes it. */
    private volatile KnownView view = new KnownView(0, List.of());

    Listeners(Dispatcher dispatcher, LogLimiter<CallbackProblem> logLimiter) {
        this.dispatcher = dispatcher;
        this.logLimiter = logLimiter;
    }

    void add(PeerlockListener listener) {
        all.add(listener);
    }

    void remove(PeerlockListener listener) {
        all.remove(listener);
    }

    /** The view that has begun last; epoch 0 and nobody if there was none. */
    KnownView view() {
        return view;
    }

    /** A view has begun with these members. */
    void changed(long epoch, List<Peer> now) {
        List<Peer> before = view.members();
        view = new KnownView(epoch, now);
        tell(listener -> listener.viewChanged(epoch, now));
        if (!before.isEmpty()) {
            without(now, before).forEach(peer -> tell(listener -> listener.memberJoined(peer)));
            without(before, now).forEach(peer -> tell(listener -> listener.memberLeft(peer)));
        }
    }

    private static List<Peer> without(List<Peer> some, List<Peer> others) {
        Set<String> ids = others.stream().map(Peer::id).collect(Collectors.toSet());
        return some.stream().filter(peer -> !ids.contains(peer.id())).toList();
    }

    void tell(Consumer<PeerlockListener> what) {
        for (PeerlockListener listener : all) {
            dispatcher.dispatch(() -> tell(listener, what), this::refused);
        }
    }

    private void refused(Throwable refusal) {
        logLimiter.log(
                CallbackProblem.LISTENER_REFUSED,
                leftOut -> LOG.warn("The executor refused to call a listener{}", leftOut, refusal));
    }

    private void tell(PeerlockListener listener, Consumer<PeerlockListener> what) {
        try {
            what.accept(listener);
        } catch (Throwable e) { // even a checked exception, of another language
            logLimiter.log(CallbackProblem.LISTENER_FAILED, leftOut -> LOG.warn("A listener failed{}", leftOut, e));
        }
    }
}
