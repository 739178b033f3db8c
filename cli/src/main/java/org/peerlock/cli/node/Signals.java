package org.peerlock.cli.node;

import java.lang.reflect.Proxy;

/** What the operating system, or the user at the terminal, tells this process. */
final class Signals {

    private Signals() {}

    /**
     * From now on this runs when one of these signals comes, which do not end the process any more. Where that cannot be had,
     * nothing changes.
     *
     * @param names without {@code SIG}
     */
    static void handle(Runnable task, String... names) {
        try { // by reflection: the compiler warns of these classes, and nothing can silence it
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object calling = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        task.run();
                        return null;
                    });
            for (String name : names) {
                Object one = signal.getConstructor(String.class).newInstance(name);
                signal.getMethod("handle", signal, handler).invoke(null, one, calling);
            }
        } catch (ReflectiveOperationException e) {
            // This Java has none: the process ends at once, and others get what it had.
        }
    }
}
