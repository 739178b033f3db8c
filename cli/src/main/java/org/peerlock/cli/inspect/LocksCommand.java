package org.peerlock.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.LockKind;
import org.peerlock.LockUse;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code peerlock locks}. */
@Command(
        name = "locks",
        description = {
            "Show the busiest locks of a cluster.",
            "For each: how many hold it and wait for it now, how often it was had, and for how long it was waited for and"
                    + " held.",
            "All processes are asked, and waited for, but not longer than a second. Each tells of what it has done since it"
                    + " has joined; what was done by processes that are gone does not count.",
            "If a 'peerlock node' is there, it does the asking. Else this command becomes a member of the cluster for a"
                    + " moment: those who hold locks keep them, those who wait go on waiting, perhaps in another order."
        },
        footer = {
            "%nExamples:",
            "  peerlock locks",
            "  peerlock locks --top 5 --watch",
            "  peerlock locks --json | jq -r '.locks[] | select(.waiting > 0) | .lock'",
            "%nJSON: cluster, locks (lock, kind: exclusive, read-write or semaphore, holding, waiting, acquisitions,"
                    + " meanWaitSeconds, longestWaitSeconds, meanHoldSeconds, longestHoldSeconds), the busiest first;"
                    + " untold (how many more locks there are)."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:they were shown, even if there are none",
            "64:the command was not understood",
            "69:the registry of the cluster cannot be used"
        })
public final class LocksCommand extends InspectionCommand {

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "not more than so many; by default: ${DEFAULT-VALUE}")
    private int top;

    /** As scripts see it. */
    private record Locks(String cluster, List<LockJson> locks, int untold) {}

    private record LockJson(
            String lock,
            String kind,
            int holding,
            int waiting,
            long acquisitions,
            double meanWaitSeconds,
            double longestWaitSeconds,
            double meanHoldSeconds,
            double longestHoldSeconds) {}

    @Override
    CommandOutput query(ClusterClient clusterClient) throws InterruptedException {
        if (top < 1) {
            throw new CommandException(Exit.USAGE, "--top must be at least 1");
        }
        List<LockUse> all = clusterClient.locks();
        List<LockUse> busiest = all.subList(0, Math.min(top, all.size()));
        int untold = all.size() - busiest.size();
        return new CommandOutput(
                lines(busiest, untold),
                new Locks(cluster(), busiest.stream().map(LocksCommand::json).toList(), untold));
    }

    private static LockJson json(LockUse use) {
        return new LockJson(
                use.lock(),
                InspectionReport.word(use.kind()),
                use.held(),
                use.waiting(),
                use.acquisitions(),
                DurationFormat.seconds(use.meanWait()),
                DurationFormat.seconds(use.longestWait()),
                DurationFormat.seconds(use.meanHold()),
                DurationFormat.seconds(use.longestHold()));
    }

    private List<String> lines(List<LockUse> busiest, int untold) {
        if (busiest.isEmpty()) {
            return List.of("Nobody in cluster '" + cluster() + "' uses a lock.");
        }
        Table table =
                new Table("LOCK", "KIND", "HOLDING", "WAITING", "HAD", "MEAN WAIT", "LONGEST", "MEAN HOLD", "LONGEST");
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
        List<String> lines = new ArrayList<>(table.lines());
        if (untold > 0) {
            lines.add("And " + untold + " more; --top shows more of them.");
        }
        return lines;
    }

    private static String kind(LockUse use) {
        boolean counts = use.kind() == LockKind.SEMAPHORE;
        return InspectionReport.word(use.kind()) + (counts ? " of " + use.permits() : "");
    }
}
