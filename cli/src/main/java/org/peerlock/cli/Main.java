package org.peerlock.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The {@code peerlock} command. */
@Command(
        name = "peerlock",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Distributed mutual exclusion without a lock server.",
        subcommands = {LabCommand.class, HelpCommand.class},
        exitCodeOnInvalidInput = Exit.USAGE,
        exitCodeOnExecutionException = Exit.SOFTWARE)
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        int exit;
        try {
            exit = commandLine().execute(arguments);
        } catch (Error e) {
            System.err.println("peerlock: " + e);
            exit = Exit.SOFTWARE;
        }
        System.exit(exit);
    }

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new Main());
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes of all commands:%n")
                .exitCodeList(Exit.MEANINGS);
        return command.setUsageHelpAutoWidth(true).setExecutionExceptionHandler((exception, failed, parsed) -> {
            if (exception instanceof CommandFailure failure) {
                failed.getErr().println("peerlock: " + failure.getMessage());
                return failure.exitCode();
            }
            throw exception;
        });
    }

    /** Reads the version from the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"peerlock " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
