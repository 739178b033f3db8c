package org.peerlock.cli.show;

import java.lang.reflect.Proxy;

/**
 * Ctrl-C as an orderly end.
 *
 * <p>Java's own class for it is used by reflection: it is there in every JDK, but the compiler's warning about it cannot be turned off.
 */
final class CtrlC {

    private CtrlC() {}

    /** From now on the signals that ask this process to end interrupt that thread instead. */
    static void interrupts(Thread thread) {
        for (String signal : new String[] {"INT", "TERM"}) {
            try {
                handle(signal, thread::interrupt);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // Not on this system: there it ends this process as it always does.
            }
        }
    }

    private static void handle(String name, Runnable action) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object acting =
                Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (self, method, any) -> {
                    action.run();
                    return null;
                });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), acting);
    }
}
