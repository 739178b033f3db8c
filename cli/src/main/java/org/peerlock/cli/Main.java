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
        exitCodeOnExecutionException = Exit.SOFTWARE,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:what was to be shown does not hold",
            "64:the command was not understood",
            "65:a file has something wrong in it",
            "66:a file cannot be read or written",
            "69:Java or Maven is missing or too old",
            "70:a defect of peerlock itself"
        })
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    if (exception instanceof CommandFailure failure) {
                        command.getErr().println("peerlock: " + failure.getMessage());
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
