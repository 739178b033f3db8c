package org.peerlock.cli.registry;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.text.DurationText;
import org.peerlock.registry.TaggedBytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock registry reset}. */
@Command(
        name = "reset",
        description = {
            "Clear the registry of a cluster in which no process is alive, so that the next one starts anew.",
            "",
            "If processes are registered, this command watches their records for as long as a lease may last. If one is"
                    + " renewed meanwhile, its process is alive, and nothing is cleared.",
            "",
            "With --force it clears the registry at once, whatever it holds. Processes that are alive then lose their"
                    + " locks when they notice, within a sixth of a lease. If the first new process has a shorter lease"
                    + " than they had, two processes may hold a lock at once: stop all of them first."
        },
        footer = {
            "%nExamples:",
            "  peerlock registry reset jdbc:postgresql://db/app --cluster orders",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the registry is empty",
            "1:a process is alive, or has written meanwhile; nothing was cleared",
            "64:the command line is wrong",
            "65:the registry holds something that no process has written",
            "66:there is no such directory",
            "69:the registry cannot be used"
        })
final class ResetRegistryCommand implements Callable<Integer> {

    private static final Duration POLL = Duration.ofMillis(200);

    @Spec
    private CommandSpec spec;

    @Mixin
    private RegistryOptions options = new RegistryOptions();

    @Option(names = "--force", description = "clear it even if processes are alive: two may hold a lock at once")
    private boolean force;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (OpenRegistry registry = options.openExisting()) {
            TaggedBytes stored = registry.read();
            if (stored.isEmpty()) {
                out.println("The registry of cluster '" + options.cluster() + "' is empty already.");
                return Exit.OK;
            }
            if (force) {
                spec.commandLine()
                        .getErr()
                        .println("peerlock: clearing the registry without looking whether a process is alive;"
                                + " two processes may hold a lock at once");
            } else {
                stored = watch(registry, stored, out);
            }
            clear(registry, stored);
            out.println("The registry of cluster '" + options.cluster() + "' is empty now.");
            return Exit.OK;
        }
    }

    /** Waits until no registered process can be alive; returns what the registry holds then. */
    private static TaggedBytes watch(OpenRegistry registry, TaggedBytes first, PrintWriter out)
            throws InterruptedException {
        ClusterState state = OpenRegistry.state(first);
        Optional<LeaseTerms> longest = state.longestHold();
        if (longest.isEmpty()) {
            return first;
        }
        int processes = state.members().size();
        long wait = Timing.of(longest.get()).expiryWaitNanos();
        out.println("Watching " + processes + (processes == 1 ? " process" : " processes") + " for "
                + DurationText.of(Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(wait))) + " ...");
        out.flush();
        TaggedBytes last = first;
        for (long begin = System.nanoTime(); System.nanoTime() - begin < wait; ) {
            Thread.sleep(POLL.toMillis());
            last = registry.read();
            if (last.isEmpty() || !last.tag().equals(first.tag())) {
                throw new CommandException(
                        Exit.DOES_NOT_HOLD,
                        "a process has written to the registry meanwhile, so one is alive; stop all processes of the"
                                + " cluster first. Nothing was cleared");
            }
        }
        return last;
    }

    private static void clear(OpenRegistry registry, TaggedBytes stored) {
        try {
            if (!registry.store().compareAndSet(stored.tag(), new byte[0], OpenRegistry.TIMEOUT)) {
                throw new CommandException(
                        Exit.DOES_NOT_HOLD, "a process has written to the registry meanwhile; nothing was cleared");
            }
        } catch (IOException e) {
            throw OpenRegistry.unavailable(e);
        }
    }
}
