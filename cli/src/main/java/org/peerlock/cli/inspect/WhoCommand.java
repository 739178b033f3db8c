package org.peerlock.cli.inspect;

import org.peerlock.cli.client.ClusterInspector;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code peerlock who}. */
@Command(
        name = "who",
        description = {
            "Show who holds a lock, and who waits for it.",
            "",
            "This command asks all processes of the cluster, and gives them one second to answer. They do not all answer"
                    + " at the same moment: while a lock is handed over, you may see two holders, or none."
                    + " It goes through 'peerlock node' if one is running. It does not join the cluster, and"
                    + " changes nothing.",
            "",
            "On a terminal, long names are shortened in the middle. In a pipe they are not."
        },
        footer = {
            "%nExamples:",
            "  peerlock who backup",
            "  peerlock who backup --watch",
            "  peerlock who backup --json | jq -r '.holders[].label'",
            "%nJSON: cluster, lock, known (whether any process uses such a lock), kind (exclusive, read-write or"
                    + " semaphore), permits, algorithm, holders (process, label, heldSeconds, mode, permits, fence),"
                    + " waiters (process, label, waitedSeconds, mode, permits), ordered (whether the waiters are in the"
                    + " order in which they will acquire the lock), unanswered (processes that did not answer),"
                    + " omitted (how many more hold it or wait for it), reason (a sentence: why the waiters wait)."
                    + " A process has id, label and address. A mode is exclusive or shared. A fence is text, because many programs round"
                    + " such large numbers."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success, even if no process knows the lock",
            "64:the command line is wrong",
            "66:there is no such cluster",
            "69:the registry of the cluster cannot be used"
        })
public final class WhoCommand extends InspectionCommand {

    @Parameters(paramLabel = "LOCK", description = "the name of the lock")
    private String lock;

    @Override
    CommandOutput query(ClusterInspector inspector, int width) throws InterruptedException {
        try {
            return InspectionReport.output(cluster(), inspector.inspect(lock), width);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
        }
    }
}
