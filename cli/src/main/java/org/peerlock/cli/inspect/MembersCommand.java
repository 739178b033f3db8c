package org.peerlock.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.Member;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.terminal.Table;
import picocli.CommandLine.Command;

/** {@code peerlock members}. */
@Command(
        name = "members",
        description = {
            "Show the processes of a cluster.",
            "VERSION: that of the Peerlock library in the process. LEASE: how long a process will at least be waited for if it is not seen to renew its lease; then others may do"
                    + " without it. EPOCH: grows whenever processes come or go; it is the upper half of every fence that is"
                    + " given meanwhile.",
            "If a 'peerlock node' is there, it is asked. Else this command becomes a member of the cluster for a moment,"
                    + " and does not show itself; that alone makes the epoch grow."
        },
        footer = {
            "%nExamples:",
            "  peerlock members",
            "  peerlock members --cluster orders --watch",
            "  peerlock members --json | jq '.members | length'",
            "%nJSON: cluster, members (process, version, leaseSeconds, epoch: 0 if it waits to become a member). A process has id,"
                    + " label and address."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:they were shown, even if there are none",
            "64:the command was not understood",
            "69:the registry of the cluster cannot be used"
        })
public final class MembersCommand extends InspectionCommand {

    /** As scripts see it. */
    private record Members(String cluster, List<MemberJson> members) {}

    private record MemberJson(ProcessJson process, String version, double leaseSeconds, long epoch) {}

    @Override
    CommandOutput query(ClusterClient clusterClient) throws InterruptedException {
        List<Member> others = clusterClient.members().stream()
                .filter(member -> !member.peer().here())
                .toList();
        return new CommandOutput(
                lines(others),
                new Members(cluster(), others.stream().map(MembersCommand::json).toList()));
    }

    private static MemberJson json(Member member) {
        return new MemberJson(
                ProcessJson.of(member.peer()),
                member.version(),
                DurationFormat.seconds(member.lease()),
                member.epoch());
    }

    private List<String> lines(List<Member> members) {
        if (members.isEmpty()) {
            return List.of("Nobody is in cluster '" + cluster() + "'.");
        }
        Table table = new Table("NODE", "PROCESS", "AT", "VERSION", "LEASE", "EPOCH");
        members.forEach(each -> table.add(
                each.peer().id(),
                each.peer().label(),
                each.peer().address(),
                each.version(),
                DurationFormat.format(each.lease()),
                each.epoch() == 0 ? "joining" : Long.toString(each.epoch())));
        List<String> lines = new ArrayList<>(List.of(
                "Cluster '" + cluster() + "': " + members.size() + (members.size() == 1 ? " member" : " members"), ""));
        lines.addAll(table.lines());
        return lines;
    }
}
