package org.peerlock.cli.resident;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A case of {@code run-cases.txt}, which explains the format. */
final class RunCase {

    private static final Path FILE = Path.of("src", "test", "resources", "run-cases.txt");

    private static final Map<String, ScriptedNode.Response> BY_DEFAULT = Map.of(
            "hello",
            new ScriptedNode.Response(
                    "200", "{\"protocol\":1,\"version\":\"0\",\"cluster\":\"default\",\"node\":\"1f3a09c2\"}"),
            "acquire",
            new ScriptedNode.Response(
                    "200", "{\"grant\":\"g1\",\"lock\":\"x\",\"fence\":\"931999369131982850\",\"lease\":null}"),
            "grants",
            new ScriptedNode.Response(
                    "200", "{\"grant\":\"g1\",\"lock\":\"x\",\"held\":true,\"remaining\":60,\"lost\":null}"),
            "release",
            new ScriptedNode.Response("200", "{\"released\":\"g1\"}"));

    final String name;
    final Map<String, List<ScriptedNode.Response>> node = new HashMap<>();
    final Map<String, String> sends = new TreeMap<>();
    List<String> arguments = List.of();

    @Nullable String signal;

    @Nullable String prepare;

    boolean needsRoot;

    int exit;
    final StringBuilder out = new StringBuilder();
    final StringBuilder err = new StringBuilder();

    private RunCase(String name) {
        this.name = name;
    }

    static List<RunCase> all() throws IOException {
        List<RunCase> cases = new ArrayList<>();
        for (String line : Files.readAllLines(FILE)) {
            if (line.startsWith("== ")) {
                cases.add(new RunCase(line.substring(3)));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                cases.get(cases.size() - 1).add(line);
            }
        }
        cases.forEach(RunCase::complete);
        return cases;
    }

    private void add(String line) {
        String[] words = line.split(" ", 2);
        String rest = words.length == 1 ? "" : words[1];
        switch (words[0]) {
            case "run" -> arguments = split(rest);
            case "node" -> {
                String[] parts = rest.split(" ", 3);
                boolean ends = parts[1].equals("end");
                node.computeIfAbsent(parts[0], any -> new ArrayList<>())
                        .add(new ScriptedNode.Response(ends ? "" : parts[1], ends ? "" : parts[2]));
            }
            case "sends" -> sends.put(rest.split(" ", 2)[0], rest.split(" ", 2)[1]);
            case "signal" -> signal = rest;
            case "prepare" -> prepare = rest;
            case "root" -> needsRoot = true;
            case "exit" -> exit = Integer.parseInt(rest);
            case "out" -> out.append(rest).append('\n');
            case "err" -> err.append(rest).append('\n');
            default -> throw new IllegalArgumentException("in case '" + name + "': " + line);
        }
    }

    private void complete() {
        BY_DEFAULT.forEach((request, response) -> node.putIfAbsent(request, List.of(response)));
    }

    /** Splits into words at spaces that are not within single quotes. */
    private static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        boolean empty = true;
        for (char each : (text + " ").toCharArray()) {
            if (each == '\'') {
                quoted = !quoted;
                empty = false;
            } else if (each == ' ' && !quoted) {
                if (!empty) {
                    words.add(word.toString());
                }
                word.setLength(0);
                empty = true;
            } else {
                word.append(each);
                empty = false;
            }
        }
        return words;
    }

    @Override
    public String toString() {
        return name;
    }
}
