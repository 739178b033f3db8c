package org.peerlock.registry.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object that was received. Fields are looked up by paths: {@code text("metadata", "uid")}. A
 * field that is missing, or is of another kind, reads as empty.
 */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final Map<?, ?> fields;

    private Json(Map<?, ?> fields) {
        this.fields = fields;
    }

    /**
     * Reads an object.
     *
     * @throws IOException if it is no JSON object; the message does not repeat it
     */
    public static Json parse(byte[] text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                return new Json(object(parser));
            }
        } catch (JacksonException e) {
            // said below: what Jackson says may repeat what is secret
        }
        throw new IOException("it is no JSON object");
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static @Nullable Object value(JsonParser parser) {
        switch (parser.currentToken()) {
            case START_OBJECT:
                return object(parser);
            case START_ARRAY:
                List<@Nullable Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                return array;
            case VALUE_NULL:
                return null;
            default:
                return parser.getString();
        }
    }

    /** A text, a number or a truth value, as a text; empty if there is none. */
    public String text(String... path) {
        return find(path) instanceof String text ? text : "";
    }

    /** The objects of an array. */
    public List<Json> objects(String... path) {
        List<Json> objects = new ArrayList<>();
        for (Object element : find(path) instanceof List<?> array ? array : List.of()) {
            if (element instanceof Map<?, ?> object) {
                objects.add(new Json(object));
            }
        }
        return objects;
    }

    /** The texts of an array. */
    public List<String> texts(String... path) {
        List<String> texts = new ArrayList<>();
        for (Object element : find(path) instanceof List<?> array ? array : List.of()) {
            if (element instanceof String text) {
                texts.add(text);
            }
        }
        return texts;
    }

    private @Nullable Object find(String... path) {
        Object found = fields;
        for (String name : path) {
            found = found instanceof Map<?, ?> object ? object.get(name) : null;
        }
        return found;
    }

    /** Writes maps, lists and texts. */
    public static byte[] write(Map<String, ?> object) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, object);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator generator, Object value) {
        if (value instanceof Map<?, ?> object) {
            generator.writeStartObject();
            object.forEach((name, field) -> {
                generator.writeName(name.toString());
                write(generator, field);
            });
            generator.writeEndObject();
        } else if (value instanceof List<?> array) {
            generator.writeStartArray();
            array.forEach(element -> write(generator, element));
            generator.writeEndArray();
        } else {
            generator.writeString(value.toString());
        }
    }
}
