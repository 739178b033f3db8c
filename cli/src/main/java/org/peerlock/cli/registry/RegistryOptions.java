package org.peerlock.cli.registry;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which registry of which cluster a command is about. */
final class RegistryOptions {

    @Mixin
    private RegistryUrl url = new RegistryUrl();

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
        return OpenRegistry.openExisting(url.get(), cluster);
    }
}
