package org.peerlock.cli.registry;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.cli.terminal.TextSanitizer;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.text.DurationText;
import org.peerlock.registry.TaggedBytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock registry show}. */
@Command(
        name = "show",
        description = {
            "Show what the registry of a cluster holds. It asks no process, and changes nothing.",
            "",
            "STAMP is the revision at which a process has renewed its lease last. CURRENT is the view in which locks are"
                    + " granted; NEXT is the one that takes its place once all its members that hold locks have reported"
                    + " them. The secret of the registry is never shown."
        },
        footer = {
            "%nExamples:",
            "  peerlock registry show ~/.peerlock/default",
            "  peerlock registry show etcd://10.0.0.1,10.0.0.2,10.0.0.3/locks --cluster orders"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "64:the command line is wrong",
            "65:the registry holds something that no process has written",
            "66:the registry is empty, or there is no such directory",
            "69:the registry cannot be used"
        })
final class ShowRegistryCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RegistryOptions options = new RegistryOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    /** The JSON output. */
    private record RegistryJson(
            String registry,
            String id,
            long revision,
            String cluster,
            ClusterSettings settings,
            ViewJson current,
            @Nullable ViewJson next,
            List<MemberJson> members) {}

    private record ViewJson(long epoch, List<String> members) {

        static ViewJson of(View view) {
            return new ViewJson(
                    view.epoch(),
                    view.members().stream().map(Incarnation::toString).toList());
        }
    }

    private record MemberJson(
            String id,
            String address,
            String protocols,
            LeaseTerms lease,
            @Nullable String algorithms,
            long joined,
            long stamp,
            List<String> unreachable) {

        static MemberJson of(Incarnation id, MemberRecord member) {
            return new MemberJson(
                    id.toString(),
                    member.address(),
                    member.protocols().toString(),
                    member.lease(),
                    member.algorithms(),
                    member.joined(),
                    member.stamp(),
                    member.unreachable().stream().map(Incarnation::toString).toList());
        }
    }

    @Override
    public Integer call() {
        try (OpenRegistry registry = options.openExisting()) {
            TaggedBytes stored = registry.read();
            if (stored.isEmpty()) {
                throw new CommandException(
                        Exit.NO_FILE,
                        "the registry of cluster '" + options.cluster()
                                + "' is empty: nobody has joined it yet, or it was" + " cleared; check --cluster");
            }
            ClusterState state = OpenRegistry.state(stored);
            PrintWriter out = spec.commandLine().getOut();
            String place = registry.store().describe();
            if (json) {
                out.println(Json.of(json(place, state)));
            } else {
                lines(place, state, TextFit.TERMINAL_WIDTH).stream()
                        .map(TextSanitizer::sanitize)
                        .forEach(out::println);
            }
            return Exit.OK;
        }
    }

    private static RegistryJson json(String place, ClusterState state) {
        View next = state.next();
        List<MemberJson> members = new ArrayList<>();
        state.members().forEach((id, member) -> members.add(MemberJson.of(id, member)));
        return new RegistryJson(
                place,
                state.registryId().toString(),
                state.revision(),
                state.cluster(),
                state.settings(),
                ViewJson.of(state.current()),
                next == null ? null : ViewJson.of(next),
                members);
    }

    /** No longer than this if that is possible without shortening anything. */
    static List<String> lines(String place, ClusterState state, int width) {
        ClusterSettings settings = state.settings();
        List<String> lines = new ArrayList<>();
        lines.add("Registry of cluster '" + state.cluster() + "': " + place);
        lines.add("");
        lines.add("revision    " + state.revision());
        lines.add("algorithms  " + settings.algorithms());
        lines.add("protocol    " + settings.protocol());
        if (settings.outlivesOutages()) {
            lines.add("outage      " + DurationText.of(Duration.ofMillis(settings.outageMillis())));
        }
        lines.add("current     " + view(state.current()));
        View next = state.next();
        if (next != null) {
            lines.add("next        " + view(next));
        }
        lines.add("");
        if (state.members().isEmpty()) {
            lines.add("No process is registered.");
        } else {
            lines.addAll(members(state, width));
        }
        if (state.isRegistered(Incarnation.GENESIS)) {
            lines.add("");
            lines.add(
                    "(unknown) stands for processes of a registry that was here before: their leases are waited for.");
        }
        return lines;
    }

    /** The last column is there only if somebody cannot reach somebody. */
    private static List<String> members(ClusterState state, int width) {
        List<String> titles =
                new ArrayList<>(List.of("PROCESS", "ADDRESS", "PROTOCOLS", "LEASE", "ASKS FOR", "JOINED", "STAMP"));
        List<Integer> broken = new ArrayList<>(List.of(titles.indexOf("ASKS FOR")));
        boolean cut = state.members().values().stream()
                .anyMatch(member -> !member.unreachable().isEmpty());
        if (cut) {
            broken.add(titles.size());
            titles.add("CANNOT REACH");
        }
        Table table = new Table(titles.toArray(String[]::new));
        state.members()
                .forEach((id, member) ->
                        table.add(row(id, member).limit(titles.size()).toArray(String[]::new)));
        return table.wrapped(width, broken.toArray(Integer[]::new));
    }

    private static Stream<String> row(Incarnation id, MemberRecord member) {
        boolean unknown = id.equals(Incarnation.GENESIS);
        return Stream.of(
                unknown ? "(unknown)" : id.shortId(),
                member.address(),
                unknown ? "" : member.protocols().toString(),
                DurationText.of(Duration.ofMillis(member.lease().leaseMillis())),
                Objects.requireNonNullElse(member.algorithms(), ""),
                Long.toString(member.joined()),
                Long.toString(member.stamp()),
                member.unreachable().stream().map(Incarnation::shortId).collect(Collectors.joining(" ")));
    }

    private static String view(View view) {
        return "epoch " + view.epoch() + ", " + view.size() + (view.size() == 1 ? " member" : " members");
    }
}
