package org.peerlock.internal.transport;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.os.StackRoom;

/** Decides which threads of the application may run a turn of the loop. */
final class HelperThreads {

    /** {@code Thread.isVirtual}, since Java 21. */
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private HelperThreads() {}

    /**
     * Whether the current thread may help. A virtual thread may not: if it blocks during its turn,
     * as for the log, busy threads may keep it from continuing. Nor may a thread whose stack is
     * nearly exhausted: the turn would end half done.
     */
    static boolean fit() {
        return !virtual(Thread.currentThread()) && StackRoom.LOOP_TURN.isLeft();
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
}
