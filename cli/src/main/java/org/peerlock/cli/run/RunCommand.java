package org.peerlock.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockException;
import org.peerlock.RegistryUnavailableException;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.ResidentUnavailableException;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.TerminalLine;
import org.peerlock.internal.text.DurationText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock run}. */
@Command(
        name = "run",
        customSynopsis = "peerlock run LOCK [OPTION]... -- COMMAND [ARGUMENT]...",
        description = {
            "Run a command while holding a lock: acquire the lock, run the command, release the lock.",
            "",
            "The command uses the standard input and output of peerlock. Its environment has PEERLOCK_FENCE (the fencing"
                    + " token: a number that grows from holder to holder, unless they share the lock), PEERLOCK_LOCK and PEERLOCK_CLUSTER.",
            "",
            "If peerlock dies, the system kills the command (on Linux). Signals that would end peerlock are passed on to the"
                    + " command. If the lock is lost, the command gets SIGTERM, and after a grace period SIGKILL. Processes that the"
                    + " command has started may run on: to protect data, check the fence where you write it. See"
                    + " docs/RUN.md."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "N:the exit code of the command; 128+N if signal N ended it",
            "64:the command line is wrong, or the name is in use for another kind of lock",
            "69:the registry of the cluster cannot be used",
            "75:the lock was not acquired in time; the command was not run",
            "76:the lock was lost while the command was running",
            "126:the command cannot be started",
            "127:there is no such command"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  peerlock run backup -- tar -czf home.tgz /home",
            "  peerlock run report --try -- ./nightly.sh        only if it is not running",
            "  peerlock run deploy --timeout 2m -- make deploy  wait for two minutes",
            "  peerlock run data --shared -- ./query.sh         beside other readers",
            "  peerlock run encode --permits 1/3 -- ffmpeg ...  three at a time"
        })
public final class RunCommand implements Callable<Integer> {

    /** The hint for a command that was given without them. */
    public static final String AFTER_DASHES =
            "write the command after --, so that peerlock does not take its options for its own";

    private static final String DASHES = "--";
    private static final String EXAMPLE = "peerlock run backup -- tar -czf home.tgz /home";

    private static final char UNREADABLE = '\uFFFD';

    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    /** Longer than anybody waits. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** The name of a longer program is cut in the label. */
    private static final int LONGEST_PROGRAM_NAME = 60;

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "LOCK",
            description =
                    "the name of the lock: any text of up to 1000 bytes. Java programs of the same cluster use it as"
                            + " readWriteLock(name), or with --permits as semaphore(name, K)")
    private String lock;

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "the command, with its arguments")
    private List<String> command = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "give up if the lock is not acquired within this time, such as 500ms, 10s or 2m; by default: wait"
                            + " for ever")
    private @Nullable Duration timeout;

    @Option(names = "--try", description = "do not wait: run the command only if the lock is free")
    private boolean onlyTry;

    @Option(names = "--shared", description = "share the lock with others that use --shared")
    private boolean shared;

    @Option(
            names = "--permits",
            paramLabel = "N/K",
            converter = Permits.Converter.class,
            description = "acquire N of the K permits of this name")
    private @Nullable Permits permits;

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description =
                    "the name of the holder for 'peerlock who'; by default: the command and the process id of peerlock")
    private @Nullable String label;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "the time from SIGTERM to SIGKILL if the lock is lost; by default: ${DEFAULT-VALUE}")
    private Duration grace = Duration.ofSeconds(5);

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final JoinOptions join = new JoinOptions();

    @Override
    public Integer call() throws InterruptedException {
        validate();
        System.getProperties()
                .putIfAbsent(LOG_LEVEL, "error"); // this command reports itself what the library would log
        ProgramLookup.requireRunnable(command.get(0));
        Launcher launcher = launcher();
        String holder = label == null ? nameOf(command.get(0)) : label;
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(acquireTimeout()); // saturates
        while (true) {
            try (ClusterClient clusterClient = open(holder)) {
                ClientGrant clientGrant = acquire(
                                clusterClient,
                                lockRequest(holder),
                                Duration.ofNanos(Math.max(0, end - System.nanoTime())))
                        .orElseThrow(this::notAcquired);
                return new GuardedCommand(command, launcher, grace, err()).run(clientGrant, lock, cluster.cluster());
            } catch (ResidentUnavailableException e) {
                if (timeout != null && end - System.nanoTime() <= 0) {
                    throw notAcquired();
                }
                err().println("peerlock: " + e.getMessage() + ". Going on without it");
                err().flush();
            }
        }
    }

    private Duration acquireTimeout() {
        return onlyTry ? Duration.ZERO : Optional.ofNullable(timeout).orElse(FOR_EVER);
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    // Arguments

    private void validate() {
        List<String> words = spec.commandLine().getParseResult().originalArgs();
        int dashes = words.indexOf(DASHES);
        int after = dashes < 0 ? 0 : words.size() - dashes - 1;
        if (after > command.size()) {
            throw misused("write the name of the lock before --");
        } else if (command.isEmpty()) {
            throw misused("there is no command; write it after --");
        } else if (after < command.size()) {
            throw misused(AFTER_DASHES);
        } else if (shared && permits != null) {
            throw contradiction("--shared and --permits are for different kinds of locks; choose one");
        } else if (onlyTry && timeout != null) {
            throw contradiction("--try does not wait, so --timeout makes no sense; choose one");
        }
        requireReadable(lock);
        command.forEach(this::requireReadable);
    }

    /** Java replaces bytes that it cannot decode by this character. The command would get another argument than was given. */
    private void requireReadable(String word) {
        if (word.indexOf(UNREADABLE) >= 0) {
            throw contradiction("'" + word
                    + "' contains bytes that are not UTF-8; set LC_ALL=C.UTF-8, or put the command into a script");
        }
    }

    private ParameterException misused(String what) {
        return contradiction(what + ", for example: " + EXAMPLE);
    }

    private ParameterException contradiction(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private LockRequest lockRequest(String holder) {
        if (permits != null) {
            return LockRequest.permits(lock, permits.wanted(), permits.of(), holder);
        }
        return shared ? LockRequest.shared(lock, holder) : LockRequest.exclusive(lock, holder);
    }

    private static String nameOf(String program) {
        String name = String.valueOf(Path.of(program).getFileName());
        return (name.length() > LONGEST_PROGRAM_NAME ? name.substring(0, LONGEST_PROGRAM_NAME) + "…" : name) + ", pid "
                + ProcessHandle.current().pid();
    }

    private Launcher launcher() throws InterruptedException {
        Launcher launcher = Launcher.ofThisMachine();
        if (!launcher.diesWithParent()) {
            err().println(
                            "peerlock: warning: if peerlock is killed by SIGKILL, the command will run on without the lock, because"
                                    + " there is no setpriv with --pdeathsig; install util-linux 2.33 or newer, or check PEERLOCK_FENCE");
            err().flush();
        }
        return launcher;
    }

    // The lock

    private ClusterClient open(String holder) throws InterruptedException {
        try {
            return ClusterClients.open(cluster, join, holder);
        } catch (CommandException e) {
            JvmShutdown.awaitIfBegun();
            throw e;
        }
    }

    private Optional<ClientGrant> acquire(ClusterClient clusterClient, LockRequest lockRequest, Duration timeout)
            throws InterruptedException {
        WaitingNotice notice = new WaitingNotice(clusterClient, lock, err());
        if (TerminalLine.PRESENT) {
            notice.begin();
        }
        try {
            return clusterClient.acquire(lockRequest, timeout);
        } catch (RegistryUnavailableException e) {
            throw unavailable(e);
        } catch (IllegalArgumentException | IllegalStateException | PeerlockException e) {
            JvmShutdown.awaitIfBegun();
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
        } finally {
            notice.end();
        }
    }

    private static CommandException unavailable(RegistryUnavailableException reason) {
        return new CommandException(
                Exit.UNAVAILABLE,
                reason.getMessage()
                        + "; check that its directory exists, can be written to, and is on a disk with free space");
    }

    private CommandException notAcquired() {
        String message = timeout == null
                ? "lock '" + lock + "' is not free; leave out --try to wait for it"
                : "lock '" + lock + "' was not acquired within " + DurationText.of(timeout)
                        + "; 'peerlock who' shows who holds it";
        return new CommandException(Exit.NOT_ACQUIRED, message);
    }
}
