package org.peerlock.transport;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Which threads of the application may do a loop's work. */
final class Helpers {

    /** So many calls within each other take more of the stack than a turn does. */
    private static final int DEEP = 1_000;

    /** {@code Thread.isVirtual}, which Java has from 21 on. */
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private Helpers() {}

    /**
     * Whether the current thread may. A virtual one may not: if it has to wait for a moment during its turn, for the log say, then others that
     * are busy may keep it from coming back. Nor may one whose stack is nearly used up: the work would end half done.
     */
    static boolean fit() {
        return !virtual(Thread.currentThread()) && hasRoom();
    }

    private static boolean virtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static boolean hasRoom() {
        try {
            return descend(DEEP) == DEEP;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static int descend(int more) {
        return more == 0 ? 0 : descend(more - 1) + 1;
    }
}
