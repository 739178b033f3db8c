package org.peerlock.registry.testkit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Members of a cluster in a process of its own, and what happens to their locks. */
final class MemberProcess {

    /** Far longer than anything takes, also if the machine has much else to do. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final String name;
    private final JavaProcess process;
    private final List<MemberEvent> events = new ArrayList<>();

    /** Starts the process. Its members join, and the member of number i acquires the lock {@link #ownLock ownLock(i)}. */
    MemberProcess(String url, String cluster, Duration lease, String name, int members) throws IOException {
        this.name = name;
        process = new JavaProcess(
                MemberProgram.class,
                List.of(url, cluster, String.valueOf(lease.toMillis()), name, String.valueOf(members)),
                this::take);
    }

    private synchronized void take(String line) {
        events.add(MemberEvent.parse(line));
        notifyAll();
    }

    /** The lock that only this member uses. */
    String ownLock(int member) {
        return name + "-" + member;
    }

    /** Lets the first member acquire a lock, as soon as it gets it. */
    void acquire(String lock) {
        process.send(lock);
    }

    /** How much it has told. What it tells from now on comes after that. */
    synchronized int told() {
        return events.size();
    }

    /** How much it had told with this event. */
    synchronized int toldUpTo(MemberEvent event) {
        return events.indexOf(event) + 1;
    }

    /** The first event of this kind that comes after others, by the time of the deadline. */
    private synchronized Optional<MemberEvent> first(int after, Predicate<MemberEvent> wanted, Instant deadline)
            throws InterruptedException {
        int next = after;
        while (true) {
            for (; next < events.size(); next++) {
                if (wanted.test(events.get(next))) {
                    return Optional.of(events.get(next));
                }
            }
            long millis = Duration.between(Instant.now(), deadline).toMillis();
            if (millis <= 0) {
                return Optional.empty();
            }
            wait(millis);
        }
    }

    /** Waits for an event after those that were told before. */
    MemberEvent await(int after, Predicate<MemberEvent> wanted) throws InterruptedException {
        return first(after, wanted, Instant.now().plus(LONGEST_WAIT))
                .orElseThrow(() -> new AssertionError(name + " does not tell what is awaited; it told " + last()));
    }

    MemberEvent awaitGrant(int after, String lock) throws InterruptedException {
        return await(
                after,
                event ->
                        event.kind() == MemberEvent.Kind.GRANTED && event.lock().equals(lock));
    }

    /** Waits until this time for an event that must not come, and returns it if it does. */
    Optional<MemberEvent> unexpected(int after, Predicate<MemberEvent> unwanted, Instant until)
            throws InterruptedException {
        return first(after, unwanted, until);
    }

    /** Everything that was told of this kind. */
    synchronized List<MemberEvent> all(MemberEvent.Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    /** The last events, for a message. */
    private synchronized List<MemberEvent> last() {
        return List.copyOf(events.subList(Math.max(0, events.size() - 10), events.size()));
    }

    JavaProcess process() {
        return process;
    }
}
