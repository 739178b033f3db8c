package org.peerlock.algorithm.catalogue;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.peerlock.algorithm.Algorithm;

/** Finds the message type of an algorithm, for code that lists or encodes its messages. */
public final class MessageType {

    private MessageType() {}

    /** The sealed interface that the algorithm declares as the type of its messages. */
    public static Class<?> of(Algorithm<?, ?> algorithm) {
        return of(algorithm.getClass());
    }

    private static Class<?> of(Class<?> algorithm) {
        for (Type type : algorithm.getGenericInterfaces()) {
            if (type instanceof ParameterizedType generic
                    && Algorithm.class.isAssignableFrom((Class<?>) generic.getRawType())) {
                return (Class<?>) generic.getActualTypeArguments()[1];
            }
        }
        return of(algorithm.getSuperclass());
    }
}
