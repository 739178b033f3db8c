package org.peerlock.internal.engine.locks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What becomes of requests for a lock that members use as different kinds. */
class KindConflictsTest {

    private static final AcquireRequest LOCK = AcquireRequest.exclusive("lock");

    private final ConnectedTables tables = new ConnectedTables(2);

    @Test
    void aDisputeLastsAsLongAsTheView() {
        tables.take(1, LOCK);
        tables.table(1).refuseAll("lock", "dispute");
        assertThat(tables.ask(1, LOCK).refusals).containsExactly("dispute");
        tables.changeView();
        Asker later = tables.ask(1, LOCK);
        assertThat(later.refusals).isEmpty();
    }

    /** While no view is open, nobody knows what the other members hold. */
    @Test
    void aRequestForALockThatIsHeldAsAnotherKindIsRefusedWhenTheViewBegins() {
        Asker holder = tables.take(2, AcquireRequest.permits("lock", 3, 1));
        Asker[] waiting = new Asker[1];
        tables.changeView(() -> {
            waiting[0] = tables.ask(1, LOCK);
            assertThat(waiting[0].refusals).isEmpty();
        });
        assertThat(waiting[0].refusals)
                .singleElement()
                .asString()
                .startsWith("'lock' is wanted as an exclusive lock, but it is in use as a semaphore of 3 permits");
        assertThat(tables.conflicts(1)).containsExactlyElementsOf(waiting[0].refusals);
        assertThat(holder.refusals).isEmpty();
    }
}
