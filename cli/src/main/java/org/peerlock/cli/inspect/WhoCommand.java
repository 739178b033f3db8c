package org.peerlock.cli.inspect;

import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code peerlock who}. */
@Command(
        name = "who",
        description = {
            "Show who holds a lock, and who waits for it.",
            "All processes of the cluster are asked, and waited for, but not longer than a second. They do not answer at"
                    + " one moment: of a lock that is just being passed on, two holders may be shown, or none.",
            "If a 'peerlock node' is there, it does the asking. Else this command becomes a member of the cluster for a"
                    + " moment: those who hold locks keep them, those who wait go on waiting, perhaps in another order."
        },
        footer = {
            "%nExamples:",
            "  peerlock who backup",
            "  peerlock who backup --watch",
            "  peerlock who backup --json | jq -r '.holders[].who'",
            "%nJSON: cluster, lock, known (whether anybody uses such a lock), kind (exclusive, read-write or semaphore), permits,"
                    + " algorithm, holders (process, who, heldSeconds, mode, permits, fence), waiters (process, who,"
                    + " waitedSeconds, mode, permits), ordered (whether the waiters stand in the order in which they will"
                    + " be served), silent (processes that did not answer), untold (how many more hold it or wait), why"
                    + " (a sentence). A process has id, label and address. A mode is exclusive or shared. A fence is text, since"
                    + " many programs round numbers that are so large."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was shown, even if nobody knows the lock",
            "64:the command was not understood",
            "69:the registry of the cluster cannot be used"
        })
public final class WhoCommand extends InspectionCommand {

    @Parameters(paramLabel = "LOCK", description = "its name")
    private String lock;

    @Override
    CommandOutput query(ClusterClient clusterClient) throws InterruptedException {
        try {
            return InspectionReport.output(cluster(), clusterClient.inspect(lock));
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; choose such a name");
        }
    }
}
