package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.log.LogLimiter;
import org.slf4j.LoggerFactory;

/** Which listeners are told of what. */
class ListenersTest {

    /** Writes down what it hears. */
    private static final class Recorder implements PeerlockListener {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void viewChanged(long epoch, List<Peer> members) {
            heard.add("view " + epoch + " of " + members.size());
        }

        @Override
        public void memberJoined(Peer peer) {
            heard.add(peer.id() + " joined");
        }

        @Override
        public void memberLeft(Peer peer) {
            heard.add(peer.id() + " left");
        }

        @Override
        public void registryAvailable() {
            heard.add("available");
        }
    }

    private final List<Runnable> dispatched = new ArrayList<>();
    private boolean refuses;
    private final Listeners listeners = new Listeners(
            (callback, onRefused) -> {
                if (refuses) {
                    onRefused.accept(new RejectedExecutionException("on purpose"));
                } else {
                    dispatched.add(callback);
                }
            },
            new LogLimiter<>(CallbackProblem.class, () -> 0));
    private final Recorder recorder = new Recorder();

    private static Peer peer(String id) {
        return new Peer(id, "", "", false);
    }

    private void runCallbacks() {
        List<Runnable> now = List.copyOf(dispatched);
        dispatched.clear();
        now.forEach(Runnable::run);
    }

    @Test
    void theFirstViewIsToldWithoutThoseWhoWereThereBefore() {
        listeners.add(recorder);
        assertThat(listeners.view()).isEqualTo(new Listeners.KnownView(0, List.of()));
        listeners.changed(1, List.of(peer("a"), peer("b")));
        runCallbacks();
        assertThat(recorder.heard).containsExactly("view 1 of 2");
        assertThat(listeners.view().epoch()).isEqualTo(1);
        assertThat(listeners.view().members()).extracting(Peer::id).containsExactly("a", "b");
    }

    @Test
    void aLaterViewIsToldWithThoseWhoCameAndWent() {
        listeners.changed(1, List.of(peer("a"), peer("b")));
        listeners.add(recorder);
        listeners.changed(2, List.of(new Peer("b", "", "its label is known now", false), peer("c")));
        runCallbacks();
        assertThat(recorder.heard).containsExactly("view 2 of 2", "c joined", "a left");
    }

    @Test
    void aListenerIsToldUntilItIsRemoved() {
        listeners.add(recorder);
        listeners.tell(PeerlockListener::registryAvailable);
        assertThat(recorder.heard).as("only the executor calls listeners").isEmpty();
        runCallbacks();
        listeners.remove(recorder);
        listeners.tell(PeerlockListener::registryAvailable);
        runCallbacks();
        assertThat(recorder.heard).containsExactly("available");
    }

    @Test
    void aListenerThatFailsOrIsRefusedDoesNotConcernTheOthers() {
        listeners.add(new PeerlockListener() {
            @Override
            public void registryAvailable() {
                throw new AssertionError("on purpose");
            }
        });
        listeners.add(recorder);
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(PeerlockListener.class))) {
            listeners.tell(PeerlockListener::registryAvailable);
            runCallbacks();
            refuses = true;
            listeners.tell(PeerlockListener::registryAvailable);
            assertThat(lines.warnings())
                    .containsExactly("A listener failed", "The executor refused to call a listener");
        }
        assertThat(recorder.heard).containsExactly("available");
    }
}
