package org.peerlock.cli.terminal;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes values as JSON. */
public final class Json {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final JsonMapper LINES = JsonMapper.builder().build();

    private Json() {}

    /** Writes it in one line. */
    public static String line(Object value) {
        return LINES.writeValueAsString(value);
    }

    public static String of(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
