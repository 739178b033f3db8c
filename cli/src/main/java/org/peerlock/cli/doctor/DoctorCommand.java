package org.peerlock.cli.doctor;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.text.DurationParser;
import org.peerlock.internal.transport.ListenAddress;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.registry.InMemoryRegistryStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock doctor}. */
@Command(
        name = "doctor",
        description = {
            "Check, from this machine, all that the processes of a cluster depend on.",
            "",
            "Run it where a process of the cluster runs, or is to run, with the same environment. It reads the registry,"
                    + " and asks its engine how it keeps acknowledged writes; dials every registered process, which has to"
                    + " prove itself as to another member; watches the clocks of this machine; finds out at which address"
                    + " a process here would be reached; and lists what a firewall must allow.",
            "",
            "It does not join the cluster. It creates nothing, and writes nothing to the registry, unless you say --write."
                    + " It does not go through 'peerlock node'.",
            "",
            "A 'warning' means that locks may be lost or slow, or that something is not known; a 'problem', that a"
                    + " process here or a member cannot do its work. If one check fails, the others are made all the same."
        },
        footer = {
            "%nExamples:",
            "  peerlock doctor orders",
            "  peerlock doctor orders --registry etcd://10.0.0.1/locks --listen :7100",
            "  peerlock doctor orders --json | jq '.findings[] | select(.level != \"ok\")'",
            "%nJSON: cluster, leaseMillis, worst (ok, warning or problem), findings (check, level, text, remedy: empty if"
                    + " all is well), registry (registry, content: CLUSTER, NOTHING, OTHER_CLUSTER, DAMAGED or UNKNOWN,"
                    + " problem, nodeProblem, versionProblem, firstReadMillis, readMillis, settings, durability,"
                    + " durabilityProblem, members, writes), members (id, address, label, version, protocols, dead,"
                    + " cannotReach, connections: by, roundTripMillis, problemKind, problem), clocks (watchedMillis,"
                    + " stealPercent and suspendedMillis: null if unknown, calendarJumpMillis, waits, usualDelayMillis,"
                    + " longestDelayMillis), addresses (problem, listenHost, firstPort, lastPort, anyPorts,"
                    + " advertisedHost, advertisedPort, loopback, encrypted, port: FREE, IN_USE or REFUSED, portProblem,"
                    + " registryHosts, refusals: by the ids of members), firewall (from, to, ports, purpose)."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no problem was found; there may be warnings",
            "1:a problem was found",
            "64:the command line is wrong",
            "65:the registry holds something that no process has written",
            "66:there is no such cluster; all else was checked",
            "69:the registry cannot be used; all else was checked"
        })
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "the cluster; the same as --cluster")
    private @Nullable String name;

    @Mixin
    private final ClusterOptions options = new ClusterOptions();

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description =
                    "where a process here is to listen, as for 'peerlock run'; by default the environment variable"
                            + " PEERLOCK_LISTEN, or else any free port")
    private @Nullable String listen;

    @Option(
            names = "--advertise",
            paramLabel = "ADDRESS",
            description =
                    "where the others are to reach it; by default the environment variable PEERLOCK_ADVERTISE, or else"
                            + " the address from which it reaches the registry")
    private @Nullable String advertise;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "how long each member may take; by default: ${DEFAULT-VALUE}")
    private String timeout = "5s";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "how long to watch the clocks; by default: ${DEFAULT-VALUE}")
    private String watching = "1s";

    @Option(
            names = "--write",
            description =
                    "also make test writes, as 'peerlock registry check' does: to the cluster 'peerlock-check', which"
                            + " stays behind empty")
    private boolean write;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        DoctorReport report = examine();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(report));
        } else {
            report.lines(TextFit.TERMINAL_WIDTH).forEach(out::println);
        }
        return report.exitCode();
    }

    private DoctorReport examine() throws InterruptedException {
        chooseCluster();
        NetworkOptions network = network();
        Duration each = duration("--timeout", timeout);
        Duration clocks = duration("--for", watching);
        try (RegistryExaminer registry = new RegistryExaminer(options.cluster(), options.url(), write)) {
            RegistryMeasurement seen = registry.measure();
            List<MemberMeasurement> members = registry.state().isPresent()
                            && registry.store().isPresent()
                    ? new MemberExaminer(
                                    registry.state().get(), registry.store().get(), network, each)
                            .measure()
                    : List.of();
            AddressMeasurement addresses = addresses(registry, seen, network);
            Timing timing = ClusterLease.timing(registry.state());
            return DoctorReport.of(
                    options.cluster(), timing, seen, members, new ClockExaminer(clocks).measure(), addresses);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; check --registry");
        }
    }

    private static AddressMeasurement addresses(
            RegistryExaminer registry, RegistryMeasurement seen, NetworkOptions network) {
        if (registry.store().isPresent()) {
            return new AddressExaminer(network, registry.store().get(), registry.state()).measure();
        }
        return registry.isLocal()
                ? new AddressExaminer(network, new InMemoryRegistryStore(), Optional.empty()).measure()
                : AddressMeasurement.failed("the registry cannot be opened: " + seen.problem(), List.of());
    }

    private void chooseCluster() {
        if (name != null) {
            if (spec.commandLine().getParseResult().hasMatchedOption("--cluster")) {
                throw new CommandException(Exit.USAGE, "name the cluster once, as CLUSTER or by --cluster");
            }
            options.choose(name);
        }
        try {
            Object unused = options.builder(); // checks the name
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; choose another cluster");
        }
    }

    private NetworkOptions network() {
        try {
            NetworkOptions chosen = NetworkOptions.NONE;
            if (listen != null) {
                chosen = chosen.withListen(ListenAddress.parse(listen));
            }
            if (advertise != null) {
                chosen = chosen.withAdvertise(ListenAddress.parse(advertise));
            }
            return chosen.orElse(NetworkOptions.of(Configuration.ofProcess()));
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; check --listen and --advertise");
        }
    }

    private static Duration duration(String option, String text) {
        try {
            Duration parsed = DurationParser.parse(text);
            if (parsed.isZero()) {
                throw new CommandException(Exit.USAGE, option + " must be longer than 0, such as 500ms or 5s");
            }
            return parsed;
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, option + ": " + e.getMessage());
        }
    }
}
