package org.peerlock.lab.trace;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;

/** The textual format of messages, states and steps, in scenarios and elsewhere. */
public final class TextFormat {

    private TextFormat() {}

    /**
     * A message as the papers write it: {@code REQUEST(3)}. Additions to the papers follow, unless
     * they have their usual value: a weight other than 1 as {@code *2}, or {@code *all}; a fence as
     * {@code ^7}. The usual mode is exclusive.
     */
    public static String message(Object message) {
        StringJoiner values = new StringJoiner(" ", "(", ")");
        values.setEmptyValue("");
        StringBuilder extras = new StringBuilder();
        values((Record) message, values, extras);
        return name(message.getClass()) + values + extras;
    }

    /** The name of a type of message: {@code YES_I_AM_HERE}. */
    public static String name(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private static void values(Record message, StringJoiner values, StringBuilder extras) {
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            Object value = read(component, message);
            switch (component.getName()) {
                case "fence" -> extras.append(value.equals(0L) ? "" : "^" + fence((Long) value));
                case "weight" -> extras.append(weight((int) value));
                default -> {
                    if (isPart(value)) {
                        values((Record) value, values, extras);
                    } else if (value != Mode.EXCLUSIVE) {
                        values.add(value(value));
                    }
                }
            }
        }
    }

    private static String weight(int weight) {
        return switch (weight) {
            case 1 -> "";
            case Integer.MAX_VALUE -> "*all";
            default -> "*" + weight;
        };
    }

    /** A fence; if its upper half is used, {@code 2.5}: the fifth after the second failure. */
    public static String fence(long fence) {
        long upper = fence >> Integer.SIZE;
        return upper == 0 ? Long.toString(fence) : upper + "." + (fence - (upper << Integer.SIZE));
    }

    /** A state as {@code name=value}, separated by spaces. */
    public static String state(Record state) {
        StringJoiner text = new StringJoiner(" ");
        for (RecordComponent component : state.getClass().getRecordComponents()) {
            Object value = read(component, state);
            if (value != Mode.EXCLUSIVE) {
                boolean fence = component.getName().equals("fence");
                text.add(component.getName() + "=" + (fence ? fence((Long) value) : value(value)));
            }
        }
        return text.toString();
    }

    private static String value(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(TextFormat::value).collect(Collectors.joining(" ", "[", "]"));
        }
        return isPart(value) ? "(" + state((Record) value) + ")" : value.toString();
    }

    /**
     * Whether a value is a record that an algorithm declares as part of its states or messages.
     */
    private static boolean isPart(Object value) {
        return value instanceof Record && value.getClass().getEnclosingClass() != null;
    }

    private static Object read(RecordComponent component, Record of) {
        try {
            component.getAccessor().setAccessible(true);
            @Nullable Object value = component.getAccessor().invoke(of);
            return value == null ? "-" : value;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    /** A step as a line of a scenario. */
    public static String step(Step<?> step) {
        if (step instanceof Step.Ask<?> ask) {
            return "request " + ask.node() + request(ask.request());
        } else if (step instanceof Step.Cancel<?> cancel) {
            return "cancel " + cancel.node() + " #" + cancel.id();
        } else if (step instanceof Step.Release<?> release) {
            return "release " + release.node() + " #" + release.id();
        } else if (step instanceof Step.Deliver<?> deliver) {
            return "deliver " + envelope(deliver.envelope());
        } else if (step instanceof Step.Drop<?> drop) {
            return "drop " + envelope(drop.envelope());
        } else if (step instanceof Step.Duplicate<?> duplicate) {
            return "duplicate " + envelope(duplicate.envelope());
        } else if (step instanceof Step.Crash<?> crash) {
            return "crash " + crash.node();
        } else if (step instanceof Step.Join<?> join) {
            return "join " + join.node() + " via " + join.sponsor();
        } else if (step instanceof Step.Leave<?> leave) {
            return "leave " + leave.node();
        } else if (step instanceof Step.Fail<?> fail) {
            return "fail " + fail.failed() + " at " + fail.node();
        }
        Step.Expire<?> expire = (Step.Expire<?>) step;
        return "expire " + expire.node() + " " + expire.timer().name();
    }

    /** The attributes of a request that are not the usual ones. */
    public static String request(Request request) {
        String shared = request.mode() == Mode.SHARED ? " shared" : "";
        String permits = request.permits() == 1 ? "" : " permits " + request.permits();
        String increment = request.increment() == 1 ? "" : " increment " + request.increment();
        return shared + permits + increment;
    }

    /** A message under way: {@code 2 -> 1 REQUEST(3)}. */
    public static String envelope(Envelope<?> envelope) {
        return envelope.from() + " -> " + envelope.to() + " " + message(envelope.message());
    }
}
