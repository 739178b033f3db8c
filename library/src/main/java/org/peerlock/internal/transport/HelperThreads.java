package org.peerlock.internal.transport;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Decides which threads of the application may run a turn of the loop. */
final class HelperThreads {

    /** So many nested calls need more stack than a turn does. */
    private static final int DEEP = 70;

    /** Always zero, but volatile, so that the compiler cannot rely on it. */
    private static volatile long any;

    /** {@code Thread.isVirtual}, since Java 21. */
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private HelperThreads() {}

    /**
     * Whether the current thread may help. A virtual thread may not: if it blocks during its turn,
     * as for the log, busy threads may keep it from continuing. Nor may a thread whose stack is
     * nearly exhausted: the turn would end half done.
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

    /**
     * Recurses to this depth. It needs many variables at once at the bottom, so that each call
     * takes much stack and few calls suffice: compiled and interpreted code both reserve space for
     * all variables beforehand.
     */
    private static long descend(int more) {
        if (more > 0) {
            return descend(more - 1) + 1;
        }
        // spotless:off
        long a0 = any, a1 = any, a2 = any, a3 = any, a4 = any, a5 = any, a6 = any, a7 = any, a8 = any, a9 = any,
             a10 = any, a11 = any, a12 = any, a13 = any, a14 = any, a15 = any, a16 = any, a17 = any, a18 = any, a19 = any,
             a20 = any, a21 = any, a22 = any, a23 = any, a24 = any, a25 = any, a26 = any, a27 = any, a28 = any, a29 = any,
             a30 = any, a31 = any, a32 = any, a33 = any, a34 = any, a35 = any, a36 = any, a37 = any, a38 = any, a39 = any,
             a40 = any, a41 = any, a42 = any, a43 = any, a44 = any, a45 = any, a46 = any, a47 = any, a48 = any, a49 = any,
             a50 = any, a51 = any, a52 = any, a53 = any, a54 = any, a55 = any, a56 = any, a57 = any, a58 = any, a59 = any,
             a60 = any, a61 = any, a62 = any, a63 = any, a64 = any, a65 = any, a66 = any, a67 = any, a68 = any, a69 = any,
             a70 = any, a71 = any, a72 = any, a73 = any, a74 = any, a75 = any, a76 = any, a77 = any, a78 = any, a79 = any;
        return a0 ^ (a1 + (a2 ^ (a3 + (a4 ^ (a5 + (a6 ^ (a7 + (a8 ^ (a9 + (
                a10 ^ (a11 + (a12 ^ (a13 + (a14 ^ (a15 + (a16 ^ (a17 + (a18 ^ (a19 + (
                a20 ^ (a21 + (a22 ^ (a23 + (a24 ^ (a25 + (a26 ^ (a27 + (a28 ^ (a29 + (
                a30 ^ (a31 + (a32 ^ (a33 + (a34 ^ (a35 + (a36 ^ (a37 + (a38 ^ (a39 + (
                a40 ^ (a41 + (a42 ^ (a43 + (a44 ^ (a45 + (a46 ^ (a47 + (a48 ^ (a49 + (
                a50 ^ (a51 + (a52 ^ (a53 + (a54 ^ (a55 + (a56 ^ (a57 + (a58 ^ (a59 + (
                a60 ^ (a61 + (a62 ^ (a63 + (a64 ^ (a65 + (a66 ^ (a67 + (a68 ^ (a69 + (
                a70 ^ (a71 + (a72 ^ (a73 + (a74 ^ (a75 + (a76 ^ (a77 + (a78 ^ a79))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
        // spotless:on
    }
}
