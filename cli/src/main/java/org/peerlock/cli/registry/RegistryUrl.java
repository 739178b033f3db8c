package org.peerlock.cli.registry;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine.Parameters;

/** Which registry a command is about. */
final class RegistryUrl {

    private static final String ENVIRONMENT = "PEERLOCK_REGISTRY";

    @Parameters(
            paramLabel = "URL",
            arity = "0..1",
            description = "the registry: a directory or a URL; by default the environment variable " + ENVIRONMENT)
    private @Nullable String url;

    String get() {
        return chosen(url, System.getenv());
    }

    /** What the user has given, or else what the environment says. */
    static String chosen(@Nullable String given, Map<String, String> environment) {
        String url = given == null ? environment.getOrDefault(ENVIRONMENT, "") : given;
        if (url.isBlank()) {
            throw new CommandException(Exit.USAGE, "which registry? Give its directory or URL, or set " + ENVIRONMENT);
        }
        return url;
    }
}
