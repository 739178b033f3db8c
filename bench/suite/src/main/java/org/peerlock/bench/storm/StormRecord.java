package org.peerlock.bench.storm;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file of events, one on each line: the kind of event and its components. What was appended stays
 * there, even if the process is killed at the next instruction.
 */
final class StormRecord {

    private static final Map<String, Class<?>> KINDS = Arrays.stream(StormEvent.class.getPermittedSubclasses())
            .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, kind -> kind));

    private final OutputStream out;

    StormRecord(Path file) throws IOException {
        out = new FileOutputStream(file.toFile(), true);
    }

    void append(StormEvent event) {
        try {
            out.write((line(event) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All events of a file. Its last line does not count if the process was killed in the middle of it. */
    static List<StormEvent> read(Path file) throws IOException {
        String text = Files.readString(file);
        List<StormEvent> events = new ArrayList<>();
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> events.add(parse(line)));
        return events;
    }

    static String line(StormEvent event) {
        return Stream.concat(
                        Stream.of(event.getClass().getSimpleName()),
                        Arrays.stream(event.getClass().getRecordComponents()).map(component -> text(component, event)))
                .collect(Collectors.joining(" "));
    }

    private static String text(RecordComponent component, StormEvent event) {
        try {
            return component.getAccessor().invoke(event).toString().replaceAll("\\s+", "_");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static StormEvent parse(String line) {
        String[] words = line.split(" ", -1);
        Class<?> kind = KINDS.get(words[0]);
        RecordComponent[] components = kind == null ? new RecordComponent[0] : kind.getRecordComponents();
        if (kind == null || words.length != components.length + 1) {
            throw new IllegalArgumentException("not an event: '" + line + "'");
        }
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(types[i], words[i + 1]);
        }
        try {
            return (StormEvent) kind.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object value(Class<?> type, String text) {
        if (type == long.class) {
            return Long.valueOf(text);
        } else if (type == int.class) {
            return Integer.valueOf(text);
        } else if (type == boolean.class) {
            return Boolean.valueOf(text);
        } else if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(each -> each.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            String.format(Locale.ROOT, "no %s: '%s'", type.getSimpleName(), text)));
        }
        return text;
    }
}
