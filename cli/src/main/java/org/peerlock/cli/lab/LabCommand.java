package org.peerlock.cli.lab;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code peerlock lab}. */
@Command(
        name = "lab",
        description = "The laboratory: check, simulate and compare the algorithms.",
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
