package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/**
 * What all writers of a store saw and did, and the checks of it. Every write names the write that it
 * replaces, so the content that is there in the end leads back through all writes that took place.
 * They are checked against what the store told the writers:
 *
 * <ul>
 *   <li>every acknowledged write took place, and no write that failed did;
 *   <li>every content that anybody read was written;
 *   <li>no tag stands for two contents, and no content has two tags;
 *   <li>every write replaced the content whose tag it expected.
 * </ul>
 *
 * <p>Writes of unknown outcome, and writes that were refused, may have taken place. Thread-safe.
 */
final class History {

    private final List<Event> events = new ArrayList<>();

    synchronized void add(Event event) {
        events.add(event);
    }

    synchronized long count(Event.Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).count();
    }

    /** How many compare-and-sets several histories have, and how they ended. */
    static String summary(List<History> histories) {
        Map<Event.Kind, Long> counts = new EnumMap<>(Event.Kind.class);
        for (Event.Kind kind : Event.Kind.values()) {
            counts.put(
                    kind,
                    histories.stream().mapToLong(history -> history.count(kind)).sum());
        }
        return counts.get(Event.Kind.ATTEMPTED) + " (" + counts.get(Event.Kind.WRITTEN) + " acknowledged, "
                + counts.get(Event.Kind.REFUSED) + " refused, " + counts.get(Event.Kind.FAILED) + " failed, "
                + counts.get(Event.Kind.UNKNOWN) + " of unknown outcome)";
    }

    /** Checks everything, when all writers have ended. Returns how many writes took place. */
    synchronized int check(RegistryStore store, Duration timeout) throws IOException {
        TaggedBytes last = settled(store, timeout);
        add(new Event(Event.Kind.READ, Write.parse(last.content()).id(), "", last.tag()));
        Map<String, Event> attempts = new HashMap<>();
        Map<String, String> writeOfTag = new HashMap<>();
        Map<String, String> tagOfWrite = new HashMap<>();
        for (Event event : events) {
            if (event.kind() == Event.Kind.ATTEMPTED) {
                assertThat(attempts.put(event.id(), event))
                        .as("two attempts of one write")
                        .isNull();
            } else if (event.kind() == Event.Kind.READ && !event.id().equals(Write.NONE)) {
                assertThat(event.id())
                        .as("content of tag %s", event.tag())
                        .isEqualTo(before(writeOfTag, event.tag(), event.id()));
                assertThat(event.tag())
                        .as("tag of %s", event.id())
                        .isEqualTo(before(tagOfWrite, event.id(), event.tag()));
            }
        }
        Set<String> tookPlace = new HashSet<>();
        for (String id = Write.parse(last.content()).id(); !id.equals(Write.NONE); ) {
            Event attempt = attempts.get(id);
            if (attempt == null) {
                throw new AssertionError(id + " is in the store, and nobody attempted to write it");
            }
            assertThat(tookPlace.add(id)).as("%s took place once", id).isTrue();
            id = attempt.previous();
            if (tagOfWrite.containsKey(id)) {
                assertThat(attempt.tag())
                        .as("tag that %s expected", attempt.id())
                        .isEqualTo(tagOfWrite.get(id));
            }
        }
        for (Event event : events) {
            switch (event.kind()) {
                case WRITTEN ->
                    assertThat(tookPlace.contains(event.id()))
                            .as("acknowledged write %s took place", event.id())
                            .isTrue();
                case FAILED ->
                    assertThat(tookPlace.contains(event.id()))
                            .as("write %s took place, which failed for certain", event.id())
                            .isFalse();
                case READ ->
                    assertThat(event.id().equals(Write.NONE) || tookPlace.contains(event.id()))
                            .as("%s was read, so it took place", event.id())
                            .isTrue();
                case ATTEMPTED, REFUSED, UNKNOWN -> {}
            }
        }
        return tookPlace.size();
    }

    /** What was known under this key before, or else what is known now. */
    private static String before(Map<String, String> known, String key, String now) {
        String first = known.putIfAbsent(key, now);
        return first == null ? now : first;
    }

    /** The content when all writers have ended, even if reads are stale: a write was based on it. */
    private static TaggedBytes settled(RegistryStore store, Duration timeout) throws IOException {
        while (true) {
            TaggedBytes seen = store.read(timeout);
            if (store.compareAndSet(seen.tag(), seen.content(), timeout)) {
                return seen;
            }
        }
    }
}
