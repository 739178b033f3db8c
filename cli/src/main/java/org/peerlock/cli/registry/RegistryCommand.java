package org.peerlock.cli.registry;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code peerlock registry}. */
@Command(
        name = "registry",
        description = {
            "Check, show or clear the registry: where the processes of a cluster find each other.",
            "",
            "A registry is named by a directory or a URL; docs/REGISTRIES.md says which to choose."
        },
        subcommands = {
            CheckRegistryCommand.class,
            ShowRegistryCommand.class,
            ResetRegistryCommand.class,
            HelpCommand.class
        })
public final class RegistryCommand {}
