package org.peerlock.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The laboratory's commands. */
@Command(
        name = "lab",
        description = "The laboratory: see and try the algorithms.",
        subcommands = {
            AlgorithmsCommand.class,
            ReproduceCommand.class,
            ScenarioCommand.class,
            SimulateCommand.class,
            HelpCommand.class
        })
final class LabCommand {}
