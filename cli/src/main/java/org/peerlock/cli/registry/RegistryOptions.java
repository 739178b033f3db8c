package org.peerlock.cli.registry;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which registry of which cluster a command is about. */
final class RegistryOptions {

    @Parameters(paramLabel = "URL", description = "the registry: a directory or a URL")
    private String url = "";

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "the cluster; by default: ${DEFAULT-VALUE}. A directory holds one cluster, whatever its name")
    private String cluster = "default";

    String cluster() {
        return cluster;
    }

    /** Opens the registry, and creates nothing: a directory must be there. */
    OpenRegistry openExisting() {
        return OpenRegistry.openExisting(url, cluster);
    }
}
