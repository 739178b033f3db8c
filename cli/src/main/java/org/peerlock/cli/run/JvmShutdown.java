package org.peerlock.cli.run;

/** The shutdown of this process after a signal. */
final class JvmShutdown {

    private JvmShutdown() {}

    /** If the shutdown has begun, waits for its end: then an error only says that the node has left, and is not reported. */
    static void awaitIfBegun() throws InterruptedException {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) { // the shutdown has begun
            Thread.currentThread().join();
        }
    }
}
