package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.engine.locks.AcquireRequest;

/** Which lock objects are kept. */
class LockCacheTest {

    /** The collector reports what it has collected a moment later. */
    private static final int MOST = 200;

    private final LocalNode node = ScheduledRuntime.start().lock("any").handle().localNode;
    private final LockCache cache = new LockCache();
    private final List<String> made = new ArrayList<>();

    private DistributedLock get(String name) {
        return cache.get(name, any -> {
            made.add("made");
            return new DistributedLock(new LockHandle(node, AcquireRequest.exclusive(any)));
        });
    }

    @Test
    void aNameHasOneObjectWhileItIsUsed() {
        DistributedLock lock = get("a");
        assertThat(get("a")).isSameAs(lock);
        assertThat(get("b")).isNotSameAs(lock);
        assertThat(lock.name()).isEqualTo("a");
        assertThat(made).hasSize(2);
    }

    @Test
    void anObjectThatNobodyUsesAnyMoreIsMadeAgain() {
        WeakReference<DistributedLock> unused = new WeakReference<>(get("a"));
        assertThat(Collected.isCollected(unused)).isTrue();
        assertThat(get("a").name()).isEqualTo("a");
        assertThat(made).hasSize(2);
    }

    @Test
    void aNameThatNobodyUsesAnyMoreLeavesNothingBehind() {
        WeakReference<String> name = use("a name of its own " + System.identityHashCode(cache)); // no literal
        for (int i = 0; i < MOST && name.get() != null; i++) {
            System.gc();
            get("other");
        }
        assertThat(name.get()).isNull();
    }

    private WeakReference<String> use(String name) {
        get(name);
        return new WeakReference<>(name);
    }
}
