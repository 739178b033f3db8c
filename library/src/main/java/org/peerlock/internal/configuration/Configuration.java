package org.peerlock.internal.configuration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings from outside the code: system properties, environment variables, and one file of properties. A value in an
 * earlier one of these is stronger; an empty value is none.
 *
 * <p>Messages name where a bad value stands. They repeat it only if the setting itself does: a URL may have a password.
 */
public final class Configuration {

    /** Which file to read; not a setting that the file could have. */
    private static final String FILE_PROPERTY = "peerlock.config";

    private static final String FILE_VARIABLE = "PEERLOCK_CONFIG";

    /** The file on the class path. */
    private static final String RESOURCE = "peerlock.properties";

    /** Nothing is set. */
    public static final Configuration NONE = new Configuration(List.of());

    /**
     * Where values stand.
     *
     * @param values by what {@code key} makes of a setting
     * @param where what to call the place of a key, in a message
     */
    private record Source(Map<String, String> values, Function<Setting, String> key, Function<String, String> where) {

        Optional<Value> find(Setting setting) {
            String name = key.apply(setting);
            String text = values.getOrDefault(name, "");
            return text.isBlank() ? Optional.empty() : Optional.of(new Value(text.strip(), where.apply(name)));
        }
    }

    /** A value, and what to call the place where it stands. */
    private record Value(String text, String where) {

        <T> T parse(Function<String, T> parser) {
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
            }
        }
    }

    /** The strongest first. */
    private final List<Source> sources;

    private Configuration(List<Source> sources) {
        this.sources = sources;
    }

    /**
     * The configuration of this process.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has something that is no setting
     */
    public static Configuration ofProcess() {
        Properties properties = System.getProperties();
        Map<String, String> own = properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith("peerlock."))
                .collect(Collectors.toMap(name -> name, name -> properties.getProperty(name, "")));
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return of(own, System.getenv(), context == null ? Configuration.class.getClassLoader() : context);
    }

    /** @param classPath has the file, unless another one is named */
    static Configuration of(
            Map<String, String> systemProperties, Map<String, String> environment, ClassLoader classPath) {
        Source properties = new Source(systemProperties, Setting::property, name -> "the system property " + name);
        Source variables = new Source(environment, Setting::variable, name -> "the environment variable " + name);
        Value named = systemProperties.containsKey(FILE_PROPERTY)
                ? value(systemProperties, FILE_PROPERTY, "the system property ")
                : value(environment, FILE_VARIABLE, "the environment variable ");
        return new Configuration(List.of(properties, variables, named == null ? onClassPath(classPath) : file(named)));
    }

    /** Nothing but environment variables. */
    public static Configuration of(Map<String, String> environment) {
        return of(Map.of(), environment, ClassLoader.getPlatformClassLoader());
    }

    private static @Nullable Value value(Map<String, String> values, String name, String kind) {
        String text = values.getOrDefault(name, "");
        return text.isBlank() ? null : new Value(text.strip(), kind + name);
    }

    private static Source file(Value named) {
        return named.parse(text -> {
            Path path = Path.of(text);
            try (Reader reader = Files.newBufferedReader(path, UTF_8)) {
                return source(reader, path.toString());
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException("there is no file " + path, e);
            } catch (IOException e) {
                throw new IllegalArgumentException("cannot read the file " + path + ": " + e, e);
            }
        });
    }

    private static Source onClassPath(ClassLoader classPath) {
        URL found = classPath.getResource(RESOURCE);
        if (found == null) {
            return new Source(Map.of(), Setting::property, name -> name);
        }
        try (Reader reader = new InputStreamReader(found.openStream(), UTF_8)) {
            return source(reader, found.toString());
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + found + ": " + e, e);
        }
    }

    private static Source source(Reader reader, String file) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
        List<String> known =
                Arrays.stream(Setting.values()).map(Setting::property).toList();
        for (String name : properties.stringPropertyNames()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        name + " in " + file + " is no setting; there are: " + String.join(", ", known));
            }
        }
        Map<String, String> values = properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> properties.getProperty(name, "")));
        return new Source(values, Setting::property, name -> name + " in " + file);
    }

    /** What is set; empty if nothing is. */
    public Optional<String> find(Setting setting) {
        return value(setting).map(Value::text);
    }

    /**
     * What is set, as an object; empty if nothing is.
     *
     * @throws IllegalArgumentException if the parser throws one: with the place of the value
     */
    public <T> Optional<T> find(Setting setting, Function<String, T> parser) {
        return value(setting).map(value -> value.parse(parser));
    }

    private Optional<Value> value(Setting setting) {
        return sources.stream().flatMap(source -> source.find(setting).stream()).findFirst();
    }
}
