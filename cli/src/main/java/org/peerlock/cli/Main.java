package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.List;
import org.peerlock.Peerlock;
import org.peerlock.cli.demo.DemoCommand;
import org.peerlock.cli.doctor.DoctorCommand;
import org.peerlock.cli.inspect.LocksCommand;
import org.peerlock.cli.inspect.MembersCommand;
import org.peerlock.cli.inspect.WhoCommand;
import org.peerlock.cli.lab.LabCommand;
import org.peerlock.cli.registry.RegistryCommand;
import org.peerlock.cli.resident.NodeCommand;
import org.peerlock.cli.run.RunCommand;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.simulate.VirtualTimeOverflowException;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code peerlock} command. */
@Command(
        name = "peerlock",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Main.VersionProvider.class,
        description = "Distributed mutual exclusion without a lock server.",
        exitCodeOnInvalidInput = Exit.USAGE,
        exitCodeOnExecutionException = Exit.SOFTWARE)
public final class Main {

    private static final List<Class<?>> COMMANDS = List.of(
            DemoCommand.class,
            RunCommand.class,
            NodeCommand.class,
            WhoCommand.class,
            MembersCommand.class,
            LocksCommand.class,
            RegistryCommand.class,
            DoctorCommand.class,
            LabCommand.class,
            GenerateCompletion.class,
            HelpCommand.class);

    /** These need to know all the others. */
    private static final List<Class<?>> ABOUT_OTHERS = List.of(GenerateCompletion.class, HelpCommand.class);

    private Main() {}

    public static void main(String[] arguments) {
        int exit;
        try {
            exit = commandLine(needed(arguments)).execute(arguments);
        } catch (OutOfMemoryError e) {
            System.err.println(
                    "peerlock: out of memory; choose smaller values, or allow more memory, such as JAVA_TOOL_OPTIONS=-Xmx32g");
            exit = Exit.INCOMPLETE;
        } catch (Error e) {
            System.err.println("peerlock: " + e);
            exit = Exit.SOFTWARE;
        }
        System.exit(exit);
    }

    public static CommandLine commandLine() {
        return commandLine(COMMANDS);
    }

    /** Returns only the command that was given, if it is known: picocli takes longer to read all of them than most commands run. */
    private static List<Class<?>> needed(String... arguments) {
        return COMMANDS.stream()
                .filter(each -> arguments.length > 0
                        && !ABOUT_OTHERS.contains(each)
                        && each.getAnnotation(Command.class).name().equals(arguments[0]))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    private static CommandLine commandLine(List<Class<?>> subcommands) {
        CommandLine command = new CommandLine(new Main());
        subcommands.forEach(command::addSubcommand);
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes of all commands:%n")
                .exitCodeList(Exit.MEANINGS)
                .footer(
                        "",
                        "The source tree also has 'peerlock bench', which measures how fast locks are, and"
                                + " 'peerlock trial', which attacks processes on several hosts.");
        return command.setUsageHelpAutoWidth(true)
                .setExpandAtFiles(false) // an argument that begins with @ belongs to the command
                .setParameterExceptionHandler((exception, arguments) -> refuse(exception))
                .setExecutionExceptionHandler((exception, failed, parsed) -> {
                    if (exception instanceof CommandException failure) {
                        failed.getErr().println("peerlock: " + failure.getMessage());
                        return failure.exitCode();
                    } else if (exception instanceof VirtualTimeOverflowException) {
                        failed.getErr().println("peerlock: " + exception.getMessage());
                        return Exit.USAGE;
                    }
                    throw exception;
                });
    }

    /** Prints what is wrong, and where to find the usage; if a subcommand is missing, prints the usage, which is short. */
    private static int refuse(ParameterException exception) {
        CommandLine failed = exception.getCommandLine();
        PrintWriter err = failed.getErr();
        err.println("peerlock: " + exception.getMessage() + hint(exception));
        if (mayBelongToCommand(exception) || !UnmatchedArgumentException.printSuggestions(exception, err)) {
            if (failed.getSubcommands().isEmpty()) {
                err.println("See '" + failed.getCommandSpec().qualifiedName() + " --help'.");
            } else {
                failed.usage(err);
            }
        }
        return Exit.USAGE;
    }

    private static String hint(ParameterException exception) {
        boolean algorithm = exception instanceof MissingParameterException missing
                && missing.getMissing().stream()
                        .anyMatch(each -> each.paramLabel().equals("ALGORITHM"));
        return algorithm
                ? "; 'peerlock lab algorithms' lists them"
                : mayBelongToCommand(exception) ? "; " + RunCommand.AFTER_DASHES : "";
    }

    /** Whether an unknown option may belong to the command of {@code peerlock run}. */
    private static boolean mayBelongToCommand(ParameterException exception) {
        return exception instanceof UnmatchedArgumentException
                && exception.getCommandLine().getCommandSpec().userObject() instanceof RunCommand;
    }

    /** The version of the library: both are built together. */
    static final class VersionProvider implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"peerlock " + Peerlock.version()};
        }
    }
}
