package org.peerlock.internal.transport;

import static java.util.Comparator.comparing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/**
 * Encodes and decodes the messages of any algorithm: a byte for the type of record, then the
 * record's components.
 */
final class MessageCodec {

    /**
     * Far more nodes than a group has. A set with greater numbers would take memory for all smaller
     * ones, too.
     */
    private static final int GREATEST_NODE = 0xFFFF;

    /** Encodes one type. */
    private interface ValueCodec {
        void write(ByteBuf out, Object value);

        Object read(ByteBuf in);
    }

    private final List<ValueCodec> codecs = new ArrayList<>();
    private final Map<Class<?>, Integer> numbers = new HashMap<>();

    /**
     * @param messages a sealed interface of records, or of other such interfaces
     * @throws IllegalArgumentException if it is something else, or a record has a component that
     *     cannot be encoded
     */
    MessageCodec(Class<?> messages) {
        // Not in the order of declaration, which a compiler is free to change.
        List<Class<?>> records =
                records(messages).distinct().sorted(comparing(Class::getName)).toList();
        if (records.size() > 256) {
            throw new IllegalArgumentException(messages + " has more records than a byte can number");
        }
        for (Class<?> type : records) {
            numbers.put(type, codecs.size());
            codecs.add(record(type));
        }
    }

    private static Stream<Class<?>> records(Class<?> type) {
        if (type.isRecord()) {
            return Stream.of(type);
        } else if (type.isInterface() && type.isSealed()) {
            return Arrays.stream(type.getPermittedSubclasses()).flatMap(MessageCodec::records);
        }
        throw new IllegalArgumentException(type + " is neither a record nor a sealed interface of records");
    }

    void write(ByteBuf out, Object message) {
        Integer number = numbers.get(message.getClass());
        if (number == null) {
            throw new IllegalArgumentException("not a message of this algorithm: " + message);
        }
        out.writeByte(number);
        codecs.get(number).write(out, message);
    }

    Object read(ByteBuf in) {
        int number = WireFormat.readByte(in);
        if (number >= codecs.size()) {
            throw new CorruptedFrameException("a message of kind " + number + ", which the algorithm does not have");
        }
        return codecs.get(number).read(in);
    }

    private static ValueCodec codecOf(RecordComponent component) {
        Class<?> type = component.getType();
        if (type == long.class) {
            return new Simple<>(Long.class, WireFormat::writeLong, WireFormat::readLong);
        } else if (type == int.class) {
            return new Simple<>(Integer.class, WireFormat::writeInt, WireFormat::readInt);
        } else if (type == boolean.class) {
            return choice(List.of(false, true));
        } else if (type.isEnum()) {
            return choice(Arrays.asList(type.getEnumConstants()));
        } else if (type == NodeQueue.class) {
            return new Simple<>(NodeQueue.class, MessageCodec::writeQueue, MessageCodec::readQueue);
        } else if (type == NodeSet.class) {
            return new Simple<>(NodeSet.class, MessageCodec::writeSet, MessageCodec::readSet);
        } else if (type == NodeCounters.class) {
            return new Simple<>(NodeCounters.class, MessageCodec::writeCounters, MessageCodec::readCounters);
        } else if (type.isRecord()) {
            return record(type);
        }
        throw new IllegalArgumentException(component.getDeclaringRecord().getName() + " has a component '"
                + component.getName() + "' of type " + type.getName() + ", which no message can carry");
    }

    private interface Writer<T> {
        void write(ByteBuf out, T value);
    }

    private record Simple<T>(Class<T> type, Writer<T> writer, Function<ByteBuf, T> reader) implements ValueCodec {
        @Override
        public void write(ByteBuf out, Object value) {
            writer.write(out, type.cast(value));
        }

        @Override
        public Object read(ByteBuf in) {
            return reader.apply(in);
        }
    }

    /** One of a few values, as a byte. */
    private static ValueCodec choice(List<?> values) {
        return new Simple<>(Object.class, (out, value) -> out.writeByte(values.indexOf(value)), in -> {
            int index = WireFormat.readByte(in);
            if (index >= values.size()) {
                throw new CorruptedFrameException("there is no choice " + index + " among " + values);
            }
            return values.get(index);
        });
    }

    private static void writeQueue(ByteBuf out, NodeQueue queue) {
        WireFormat.writeInt(out, queue.size());
        queue.stream().forEach(node -> WireFormat.writeInt(out, node));
    }

    private static NodeQueue readQueue(ByteBuf in) {
        int[] nodes = new int[WireFormat.readCount(in)];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = node(WireFormat.readLong(in));
        }
        return NodeQueue.of(nodes);
    }

    /** Each element as its distance from the one before. */
    private static void writeSet(ByteBuf out, NodeSet set) {
        WireFormat.writeInt(out, set.size());
        int before = 0;
        for (PrimitiveIterator.OfInt nodes = set.iterator(); nodes.hasNext(); ) {
            int node = nodes.nextInt();
            WireFormat.writeInt(out, node - before);
            before = node;
        }
    }

    private static NodeSet readSet(ByteBuf in) {
        int[] nodes = new int[WireFormat.readCount(in)];
        int before = 0;
        for (int i = 0; i < nodes.length; i++) {
            int distance = node(WireFormat.readLong(in));
            before = node(before + distance);
            nodes[i] = before;
        }
        return NodeSet.of(nodes);
    }

    private static int node(long number) {
        if (number < 1 || number > GREATEST_NODE) {
            throw new CorruptedFrameException("no node can have the number " + number);
        }
        return (int) number;
    }

    private static void writeCounters(ByteBuf out, NodeCounters nodeCounters) {
        WireFormat.writeInt(out, nodeCounters.size());
        for (int node = 1; node <= nodeCounters.size(); node++) {
            WireFormat.writeLong(out, nodeCounters.of(node));
        }
    }

    private static NodeCounters readCounters(ByteBuf in) {
        long[] values = new long[WireFormat.readCount(in)];
        for (int i = 0; i < values.length; i++) {
            values[i] = WireFormat.readLong(in);
        }
        return NodeCounters.of(values);
    }

    private static ValueCodec record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        List<Component> fields = new ArrayList<>();
        try {
            for (RecordComponent component : components) {
                MethodHandle accessor = lookup.unreflect(component.getAccessor());
                fields.add(new Component(
                        codecOf(component), accessor.asType(MethodType.methodType(Object.class, Object.class))));
            }
            MethodHandle constructor = lookup.unreflectConstructor(type.getDeclaredConstructor(types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new Composite(List.copyOf(fields), constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be taken apart and made, is it public?", e);
        }
    }

    private record Component(ValueCodec codec, MethodHandle accessor) {

        void write(ByteBuf out, Object whole) {
            try {
                codec.write(out, (Object) accessor.invokeExact(whole));
            } catch (RuntimeException e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("cannot read the components of a record", e);
            }
        }
    }

    private record Composite(List<Component> components, MethodHandle constructor) implements ValueCodec {

        @Override
        public void write(ByteBuf out, Object value) {
            for (Component component : components) {
                component.write(out, value);
            }
        }

        @Override
        public Object read(ByteBuf in) {
            Object[] values = new Object[components.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = components.get(i).codec().read(in);
            }
            try {
                return (Object) constructor.invokeExact(values);
            } catch (Throwable e) {
                throw new CorruptedFrameException("an invalid message: " + e.getMessage(), e);
            }
        }
    }
}
