package org.peerlock.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockException;
import org.peerlock.RegistryUnavailableException;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.ResidentUnavailableException;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.TerminalLine;
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
            "Run a command while a lock is held: wait for the lock, run the command, give the lock back.",
            "The command has the standard input and output of peerlock, and in its environment PEERLOCK_FENCE, a number"
                    + " that grows from holder to holder unless they share, PEERLOCK_LOCK and PEERLOCK_CLUSTER. If peerlock dies, so does the"
                    + " command (on Linux); signals that end peerlock are passed on to it. If the lock is lost, the command"
                    + " is sent SIGTERM and, after a grace, SIGKILL. What it has started itself may live on: to keep data"
                    + " whole, check the fence where it is written. See docs/RUN.md."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "N:that of the command; 128+N if signal N has ended it",
            "64:what was asked for was not understood, or the name is in use for another kind of lock",
            "69:the registry of the cluster cannot be used",
            "75:the lock was not acquired in time; the command was not run",
            "76:the lock was lost while the command ran",
            "126:the command cannot be run",
            "127:there is no such command"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  peerlock run backup -- tar -czf home.tgz /home",
            "  peerlock run report --try -- ./nightly.sh        not if it is running",
            "  peerlock run deploy --timeout 2m -- make deploy  wait, but not for ever",
            "  peerlock run data --shared -- ./query.sh         beside others that share",
            "  peerlock run encode --permits 1/3 -- ffmpeg ...  three at a time"
        })
public final class RunCommand implements Callable<Integer> {

    /** What to tell whoever gives the command without them. */
    public static final String AFTER_DASHES =
            "say the command after --, so that its options are not taken for those of peerlock";

    private static final String DASHES = "--";
    private static final String EXAMPLE = "peerlock run backup -- tar -czf home.tgz /home";

    private static final char UNREADABLE = '\uFFFD';

    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    /** Longer than anybody waits, and still countable in nanoseconds. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** A name longer than this is cut where it is shown. */
    private static final int LONG = 60;

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "LOCK",
            description =
                    "the name of the lock: any text of up to 1000 bytes. Java programs of the same cluster have it by"
                            + " readWriteLock(name), with --permits by semaphore(name, K)")
    private String lock;

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "what to run, with its arguments")
    private List<String> command = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "give up if the lock was not acquired in this time, such as 500ms, 10s or 2m; by default wait for"
                            + " as long as it takes")
    private @Nullable Duration timeout;

    @Option(names = "--try", description = "do not wait: run the command only if the lock is free")
    private boolean onlyTry;

    @Option(
            names = "--shared",
            description = "hold the lock beside others that share it, but not beside one that does not")
    private boolean shared;

    @Option(
            names = "--permits",
            paramLabel = "N/K",
            converter = Permits.Converter.class,
            description = "N of the K permits that there are under this name")
    private @Nullable Permits permits;

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description =
                    "what to call the holder to whoever asks; by default the command and the number of this process")
    private @Nullable String label;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "from SIGTERM to SIGKILL, if the lock is lost; by default ${DEFAULT-VALUE}")
    private Duration grace = Duration.ofSeconds(5);

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() throws InterruptedException {
        validate();
        System.getProperties().putIfAbsent(LOG_LEVEL, "error"); // what the node warns of is told here, once
        ProgramLookup.requireRunnable(command.get(0));
        Launcher launcher = launcher();
        String who = label == null ? nameOf(command.get(0)) : label;
        long end = System.nanoTime() + acquireTimeout().toNanos();
        while (true) {
            try (ClusterClient clusterClient = open(who)) {
                ClientGrant clientGrant = acquire(
                                clusterClient, lockRequest(who), Duration.ofNanos(Math.max(0, end - System.nanoTime())))
                        .orElseThrow(this::notAcquired);
                return new GuardedCommand(command, launcher, grace, err()).run(clientGrant, lock, cluster.cluster());
            } catch (ResidentUnavailableException e) {
                if (timeout != null && end - System.nanoTime() <= 0) {
                    throw notAcquired();
                }
                err().println("peerlock: " + e.getMessage() + ". Waiting goes on without it");
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

    // What was asked for

    private void validate() {
        List<String> words = spec.commandLine().getParseResult().originalArgs();
        int dashes = words.indexOf(DASHES);
        int after = dashes < 0 ? 0 : words.size() - dashes - 1;
        if (after > command.size()) {
            throw misused("say the name of a lock before --");
        } else if (command.isEmpty()) {
            throw misused("there is no command to run; say it after --");
        } else if (after < command.size()) {
            throw misused(AFTER_DASHES);
        } else if (shared && permits != null) {
            throw contradiction("--shared and --permits are two kinds of locks; choose one");
        } else if (onlyTry && timeout != null) {
            throw contradiction("--try does not wait, so it needs no --timeout; choose one");
        }
        requireReadable(lock);
        command.forEach(this::requireReadable);
    }

    /** Java puts this character in place of what it cannot read: the command would get another word than was given. */
    private void requireReadable(String word) {
        if (word.indexOf(UNREADABLE) >= 0) {
            throw contradiction("'" + word
                    + "' has bytes in it that are not UTF-8; set LC_ALL=C.UTF-8, or put the command into a script");
        }
    }

    private ParameterException misused(String what) {
        return contradiction(what + ", for example: " + EXAMPLE);
    }

    private ParameterException contradiction(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private LockRequest lockRequest(String who) {
        if (permits != null) {
            return LockRequest.permits(lock, permits.wanted(), permits.of(), who);
        }
        return shared ? LockRequest.shared(lock, who) : LockRequest.exclusive(lock, who);
    }

    private static String nameOf(String program) {
        String name = String.valueOf(Path.of(program).getFileName());
        return (name.length() > LONG ? name.substring(0, LONG) + "…" : name) + ", pid "
                + ProcessHandle.current().pid();
    }

    private Launcher launcher() throws InterruptedException {
        Launcher launcher = Launcher.ofThisMachine();
        if (!launcher.diesWithParent()) {
            err().println(
                            "peerlock: warning: if peerlock is killed by SIGKILL, the command goes on without the lock, for there is"
                                    + " no setpriv here that knows --pdeathsig; install util-linux 2.33 or newer, or check PEERLOCK_FENCE");
            err().flush();
        }
        return launcher;
    }

    // The lock

    private ClusterClient open(String who) throws InterruptedException {
        try {
            return ClusterClients.open(cluster, who);
        } catch (CommandException e) {
            JvmShutdown.awaitIfBegun();
            throw e;
        }
    }

    private Optional<ClientGrant> acquire(ClusterClient clusterClient, LockRequest lockRequest, Duration patience)
            throws InterruptedException {
        WaitingNotice notice = new WaitingNotice(clusterClient, lock, err());
        if (TerminalLine.PRESENT) {
            notice.begin();
        }
        try {
            return clusterClient.acquire(lockRequest, patience);
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
                        + "; see whether its directory is there, is on a disk with room, and can be written to");
    }

    private CommandException notAcquired() {
        String message = timeout == null
                ? "lock '" + lock + "' is not free, and was not waited for; leave out --try to wait"
                : "lock '" + lock + "' was not acquired within " + DurationConverter.format(timeout)
                        + "; 'peerlock who' says who holds it";
        return new CommandException(Exit.NOT_ACQUIRED, message);
    }
}
