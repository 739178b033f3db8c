package org.peerlock.cli.terminal;

import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * A signal of the operating system.
 *
 * <p>It uses {@code sun.misc.Signal} by reflection. Every JDK has that class, but the compiler's warning about it cannot be turned
 * off.
 *
 * @param name without {@code SIG}
 */
public record SystemSignal(String name) {

    /**
     * Replaces the handler of this signal.
     *
     * @return restores the previous handler; empty if this system has no such signal, or Java cannot handle it
     */
    public Optional<Runnable> handle(Runnable action) {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object before = set(Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        action.run();
                        return null;
                    }));
            return Optional.of(() -> restore(before));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void restore(Object handler) {
        try {
            set(handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e); // cannot happen: a handler was set before
        }
    }

    /** Returns the previous handler. */
    private Object set(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        return signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    }
}
