package org.peerlock.cli.terminal;

import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * A signal by which the system tells this process something.
 *
 * <p>Java's own class for it is used by reflection: it is there in every JDK, but the compiler's warning about it cannot be turned off.
 *
 * @param name without {@code SIG}
 */
public record SystemSignal(String name) {

    /**
     * From now on this is done when it comes, and nothing else.
     *
     * @return puts back what was done before; empty if this system has no such signal, or does not leave it to Java
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
            throw new IllegalStateException(e); // it could be set before
        }
    }

    /** Returns what was done before. */
    private Object set(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        return signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    }
}
