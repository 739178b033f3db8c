package org.peerlock;

import java.lang.ref.WeakReference;

/** Whether an object is still reachable. */
final class Collected {

    /** One collection is enough, unless the machine does something unusual. */
    private static final int MOST = 10;

    private Collected() {}

    /** Lets the garbage collector run. Returns whether it has collected the object. */
    static boolean isCollected(WeakReference<?> reference) {
        for (int i = 0; i < MOST && reference.get() != null; i++) {
            System.gc();
        }
        return reference.get() == null;
    }
}
