package org.peerlock.registry.testkit;

import java.io.IOException;
import java.time.Duration;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;

/** Replaces the content of a store again and again, and tells what it sees and does. */
final class Writer {

    /** Is told what a writer sees and does, at once. */
    interface Listener {
        void on(Event event);
    }

    private final RegistryStore store;
    private final String name;
    private final Duration timeout;
    private final Listener listener;
    private int number;

    Writer(RegistryStore store, String name, Duration timeout, Listener listener) {
        this.store = store;
        this.name = name;
        this.timeout = timeout;
        this.listener = listener;
    }

    /** Writes until this many writes were acknowledged. A write that fails or is refused is tried again. */
    void write(int times) {
        for (int acknowledged = 0;
                acknowledged < times && !Thread.currentThread().isInterrupted(); ) {
            acknowledged += writeOnce() ? 1 : 0;
        }
    }

    /** Reads, and tries to write once. Returns whether the write was acknowledged. */
    boolean writeOnce() {
        TaggedBytes seen;
        try {
            seen = store.read(timeout);
        } catch (IOException e) {
            return false; // the store is away
        }
        String previous = Write.parse(seen.content()).id();
        tell(Event.Kind.READ, previous, "", seen.tag());
        Write write = Write.of(name, ++number, previous);
        tell(Event.Kind.ATTEMPTED, write.id(), previous, seen.tag());
        Event.Kind outcome;
        try {
            outcome =
                    store.compareAndSet(seen.tag(), write.content(), timeout) ? Event.Kind.WRITTEN : Event.Kind.REFUSED;
        } catch (UnknownOutcomeException e) {
            outcome = Event.Kind.UNKNOWN;
        } catch (IOException e) {
            outcome = Event.Kind.FAILED;
        }
        tell(outcome, write.id(), "", "");
        return outcome == Event.Kind.WRITTEN;
    }

    private void tell(Event.Kind kind, String id, String previous, String tag) {
        listener.on(new Event(kind, id, previous, tag));
    }

    /** Writes in a process of its own: URL, cluster, name of the writer, how often, milliseconds for each call. */
    public static void main(String[] arguments) throws IOException {
        JavaProcess.endWithTheTest();
        try (RegistryStore store = RegistryStores.open(arguments[0], arguments[1])) {
            Duration timeout = Duration.ofMillis(Long.parseLong(arguments[4]));
            new Writer(store, arguments[2], timeout, event -> JavaProcess.say(event.line()))
                    .write(Integer.parseInt(arguments[3]));
        }
    }
}
