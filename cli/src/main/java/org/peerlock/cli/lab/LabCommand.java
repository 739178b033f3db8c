package org.peerlock.cli.lab;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The laboratory's commands. */
@Command(
        name = "lab",
        description = "The laboratory: see and try the algorithms.",
        subcommands = {
            AlgorithmsCommand.class,
            ScenarioCommand.class,
            CheckCommand.class,
            ZooCommand.class,
            TableCommand.class,
            MatrixCommand.class,
            SimulateCommand.class,
            SweepCommand.class,
            SwarmCommand.class,
            ReproduceCommand.class,
            HelpCommand.class
        })
public final class LabCommand {}
