package org.peerlock.cli.run;

/** The end of this process, when it was told to end by a signal. */
final class JvmShutdown {

    private JvmShutdown() {}

    /** Waits for it, if it has begun: then the node has left, and whoever used it has nothing to say of that. */
    static void awaitIfBegun() throws InterruptedException {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) { // that is how Java tells
            Thread.currentThread().join();
        }
    }
}
