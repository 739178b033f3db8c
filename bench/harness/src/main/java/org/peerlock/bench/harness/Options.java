package org.peerlock.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Names and values on one line: {@code a=1 b=2}. A value contains no space. */
public final class Options {

    private Options() {}

    public static String write(Map<String, String> options) {
        return options.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }

    public static Map<String, String> read(String line) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String each : line.isBlank() ? new String[0] : line.strip().split(" +", -1)) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + each + "' does not have the form name=value");
            }
            options.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return options;
    }

    public static String text(Map<String, String> options, String name) {
        String value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' is missing in " + options);
        }
        return value;
    }

    public static int number(Map<String, String> options, String name) {
        return Integer.parseInt(text(options, name));
    }
}
