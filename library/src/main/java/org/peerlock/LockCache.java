package org.peerlock;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Keeps one lock object for each name while the application uses it. Names that are not used any
 * more leave nothing behind.
 */
final class LockCache {

    private static final class Handle extends WeakReference<DistributedLock> {
        final String name;

        Handle(DistributedLock lock, ReferenceQueue<DistributedLock> abandoned) {
            super(lock, abandoned);
            name = lock.name();
        }
    }

    private final Map<String, Handle> handles = new ConcurrentHashMap<>();
    private final ReferenceQueue<DistributedLock> abandoned = new ReferenceQueue<>();

    DistributedLock get(String name, Function<String, DistributedLock> maker) {
        clear();
        while (true) {
            Handle handle = handles.get(name);
            DistributedLock lock = handle == null ? null : handle.get();
            if (lock != null) {
                return lock;
            }
            DistributedLock fresh = maker.apply(name);
            Handle its = new Handle(fresh, abandoned);
            boolean mine = handle == null ? handles.putIfAbsent(name, its) == null : handles.replace(name, handle, its);
            if (mine) {
                return fresh;
            }
        }
    }

    private void clear() {
        for (Reference<?> gone = abandoned.poll(); gone != null; gone = abandoned.poll()) {
            if (gone instanceof Handle handle) {
                handles.remove(handle.name, handle);
            }
        }
    }
}
