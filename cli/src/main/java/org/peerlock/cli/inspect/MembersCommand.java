package org.peerlock.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.Member;
import org.peerlock.cli.client.ClusterInspector;
import org.peerlock.cli.terminal.DurationFormat;
import org.peerlock.cli.terminal.Table;
import picocli.CommandLine.Command;

/** {@code peerlock members}. */
@Command(
        name = "members",
        description = {
            "Show the processes of a cluster.",
            "",
            "VERSION is the version of the Peerlock library in the process. LEASE is how long the other processes will"
                    + " at least wait for this process if it stops renewing its lease. EPOCH grows whenever a process joins or leaves;"
                    + " it is the upper half of every fence.",
            "",
            "This command goes through 'peerlock node' if one is running. It does not join the cluster, and changes nothing."
                    + " A process that does not answer within one second is shown without its name and version."
        },
        footer = {
            "%nExamples:",
            "  peerlock members",
            "  peerlock members --cluster orders --watch",
            "  peerlock members --json | jq '.members | length'",
            "%nJSON: cluster, members (process, version, leaseSeconds, epoch: 0 while it is joining). A process has id,"
                    + " label and address."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success, even if the cluster has no members now",
            "64:the command line is wrong",
            "66:there is no such cluster",
            "69:the registry of the cluster cannot be used"
        })
public final class MembersCommand extends InspectionCommand {

    /** The JSON output. */
    private record Members(String cluster, List<MemberJson> members) {}

    private record MemberJson(ProcessJson process, String version, double leaseSeconds, long epoch) {}

    @Override
    CommandOutput query(ClusterInspector inspector, int width) throws InterruptedException {
        List<Member> members = inspector.members();
        return new CommandOutput(
                lines(members, width),
                new Members(
                        cluster(), members.stream().map(MembersCommand::json).toList()));
    }

    private static MemberJson json(Member member) {
        return new MemberJson(
                ProcessJson.of(member.peer()),
                member.version(),
                DurationFormat.seconds(member.lease()),
                member.epoch());
    }

    private List<String> lines(List<Member> members, int width) {
        if (members.isEmpty()) {
            return List.of("Cluster '" + cluster() + "' has no members now.");
        }
        Table table = new Table("NODE", "PROCESS", "ADDRESS", "VERSION", "LEASE", "EPOCH");
        members.forEach(each -> table.add(
                each.peer().id(),
                each.peer().label(),
                each.peer().address(),
                each.version(),
                DurationFormat.format(each.lease()),
                each.epoch() == 0 ? "joining" : Long.toString(each.epoch())));
        List<String> lines = new ArrayList<>(List.of(
                "Cluster '" + cluster() + "': " + members.size() + (members.size() == 1 ? " member" : " members"), ""));
        lines.addAll(table.lines(width, 1, 3));
        return lines;
    }
}
