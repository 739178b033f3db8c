package org.peerlock.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.LockUse;
import org.peerlock.cli.client.ClusterInspector;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.DurationFormat;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code peerlock locks}. */
@Command(
        name = "locks",
        description = {
            "Show the busiest locks of a cluster.",
            "",
            "KIND is mutex (exclusive), rw (read-write) or sem N (a semaphore with N permits). HELD and WAITING say how"
                    + " many hold the lock and wait for it now. ACQUIRED says how often it was acquired. WAIT and HOLD"
                    + " are mean times, each with its maximum (MAX).",
            "",
            "This command asks all processes of the cluster, and gives them one second to answer. Each process reports"
                    + " what it has done since it joined. Processes that have left do not count."
                    + " It goes through 'peerlock node' if one is running. It does not join the cluster, and"
                    + " changes nothing.",
            "",
            "On a terminal, long names are shortened in the middle. In a pipe they are not."
        },
        footer = {
            "%nExamples:",
            "  peerlock locks",
            "  peerlock locks --top 5 --watch",
            "  peerlock locks --json | jq -r '.locks[] | select(.waiting > 0) | .lock'",
            "%nJSON: cluster, locks (lock, kind: exclusive, read-write or semaphore, permits, held, waiting,"
                    + " acquisitions, meanWaitSeconds, longestWaitSeconds, meanHoldSeconds, longestHoldSeconds), the"
                    + " busiest first; omitted (how many more locks there are)."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success, even if no lock is in use",
            "64:the command line is wrong",
            "66:there is no such cluster",
            "69:the registry of the cluster cannot be used"
        })
public final class LocksCommand extends InspectionCommand {

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "show at most N locks; by default: ${DEFAULT-VALUE}")
    private int top;

    /** The JSON output. */
    private record Locks(String cluster, List<LockJson> locks, int omitted) {}

    private record LockJson(
            String lock,
            String kind,
            int permits,
            int held,
            int waiting,
            long acquisitions,
            double meanWaitSeconds,
            double longestWaitSeconds,
            double meanHoldSeconds,
            double longestHoldSeconds) {}

    @Override
    CommandOutput query(ClusterInspector inspector, int width) throws InterruptedException {
        if (top < 1) {
            throw new CommandException(Exit.USAGE, "--top must be at least 1");
        }
        List<LockUse> all = inspector.locks();
        List<LockUse> busiest = all.subList(0, Math.min(top, all.size()));
        int omitted = all.size() - busiest.size();
        return new CommandOutput(
                lines(busiest, omitted, width),
                new Locks(cluster(), busiest.stream().map(LocksCommand::json).toList(), omitted));
    }

    private static LockJson json(LockUse use) {
        return new LockJson(
                use.lock(),
                InspectionReport.word(use.kind()),
                use.permits(),
                use.held(),
                use.waiting(),
                use.acquisitions(),
                DurationFormat.seconds(use.meanWait()),
                DurationFormat.seconds(use.longestWait()),
                DurationFormat.seconds(use.meanHold()),
                DurationFormat.seconds(use.longestHold()));
    }

    private List<String> lines(List<LockUse> busiest, int omitted, int width) {
        if (busiest.isEmpty()) {
            return List.of("No process of cluster '" + cluster() + "' uses a lock.");
        }
        Table table = new Table("LOCK", "KIND", "HELD", "WAITING", "ACQUIRED", "WAIT", "MAX", "HOLD", "MAX");
        busiest.forEach(use -> table.add(
                use.lock(),
                kind(use),
                Integer.toString(use.held()),
                Integer.toString(use.waiting()),
                Long.toString(use.acquisitions()),
                DurationFormat.format(use.meanWait()),
                DurationFormat.format(use.longestWait()),
                DurationFormat.format(use.meanHold()),
                DurationFormat.format(use.longestHold())));
        List<String> lines = new ArrayList<>(table.lines(width, 0));
        if (omitted > 0) {
            lines.add("There are " + omitted + " more; --top shows more of them.");
        }
        return lines;
    }

    /** Short words, so that a row fits into 80 columns. */
    private static String kind(LockUse use) {
        return switch (use.kind()) {
            case EXCLUSIVE -> "mutex";
            case READ_WRITE -> "rw";
            case SEMAPHORE -> "sem " + use.permits();
        };
    }
}
