package org.peerlock.lab.simulate;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;

/** Reads the components of a message of any type. */
final class MessageComponents {

    private static final ClassValue<MethodHandle[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            MethodHandle[] handles = new MethodHandle[components.length];
            for (int i = 0; i < components.length; i++) {
                try {
                    Method accessor = components[i].getAccessor();
                    accessor.setAccessible(true);
                    handles[i] = MethodHandles.lookup()
                            .unreflect(accessor)
                            .asType(MethodType.methodType(Object.class, Object.class));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("cannot read " + components[i], e);
                }
            }
            return handles;
        }
    };

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private MessageComponents() {}

    /** The accessors of a record's components, in order. */
    static MethodHandle[] of(Object message) {
        return COMPONENTS.get(message.getClass());
    }

    static Object read(MethodHandle component, Object message) {
        try {
            return (Object) component.invokeExact(message);
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read a component of " + message, e);
        }
    }

    /**
     * A hash that is the same for equal messages on every machine; the hash code of an enum
     * constant is not.
     */
    static long hash(Object message) {
        long hash = message.getClass().getName().hashCode();
        for (MethodHandle component : of(message)) {
            hash = Long.rotateLeft(hash * FACTOR, 29) ^ ofValue(read(component, message));
        }
        return hash;
    }

    private static long ofValue(Object value) {
        if (value instanceof Number number) {
            return number.longValue();
        } else if (value instanceof Enum<?> one) {
            return one.name().hashCode();
        } else if (value instanceof NodeSet || value instanceof NodeQueue || value instanceof NodeCounters) {
            return value.hashCode(); // the same on every machine: it is made of numbers only
        } else if (value instanceof Collection<?> collection) {
            long hash = collection.size();
            for (Object element : collection) {
                hash = Long.rotateLeft(hash * FACTOR, 29) ^ ofValue(element);
            }
            return hash;
        } else if (value instanceof Record) {
            return hash(value);
        }
        return value.toString().hashCode();
    }
}
