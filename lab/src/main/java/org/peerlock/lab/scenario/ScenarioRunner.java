package org.peerlock.lab.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.scenario.Scenario.Line;
import org.peerlock.lab.trace.EventCounts;
import org.peerlock.lab.trace.LaneDiagram;
import org.peerlock.lab.trace.RecordedStep;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.Causes;
import org.peerlock.lab.world.EntryOrder;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.OvertakeCounts;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/** Executes the commands of a scenario, one after the other, until a property is violated. */
final class ScenarioRunner<S extends Record, M> {

    private static final int LEAST_SETTLE_LIMIT = 10_000;

    private final Scenario scenario;
    /** The violations that end the run: the announced one, or else any. */
    private final Set<Property> watched;

    private final LaneDiagram laneDiagram;
    private final List<RecordedStep<?>> steps = new ArrayList<>();
    private final List<Event<M>> events = new ArrayList<>();
    private World<S, M> world;
    private OvertakeCounts overtakeCounts;
    private Causes causes;
    private Optional<Violation> violation = Optional.empty();
    /** The properties that were violated before that. */
    private final Set<Property> onTheWay = EnumSet.noneOf(Property.class);

    private ScenarioRunner(Scenario scenario, SystemConfig<S, M> systemConfig) {
        this.scenario = scenario;
        watched = scenario.header().violates().map(EnumSet::of).orElse(EnumSet.copyOf(Property.usual()));
        laneDiagram = new LaneDiagram(systemConfig.size());
        StepOutcome<S, M> start = World.start(systemConfig);
        world = start.world();
        overtakeCounts = OvertakeCounts.none(systemConfig.size());
        causes = watched.contains(Property.FIRST_COME) ? Causes.none(world) : Causes.untracked();
        violation = start.violation(watched);
        start.violations().forEach(laneDiagram::violation);
        events.addAll(start.events());
    }

    static <S extends Record, M> ScenarioRun run(Scenario scenario, CatalogueEntry<S, M> entry) {
        ScenarioHeader scenarioHeader = scenario.header();
        Network network;
        SystemConfig<S, M> systemConfig;
        try {
            // which networks an algorithm tolerates may depend on its options, so ask its nodes
            Network weakest = entry.create(scenarioHeader.config())
                    .get(0)
                    .profile()
                    .assumptions()
                    .weakest();
            network = scenarioHeader.network().orElse(weakest);
            systemConfig = SystemConfig.of(entry, scenarioHeader.config(), network, scenarioHeader.start());
        } catch (IllegalArgumentException e) {
            throw new ScenarioException(scenarioHeader.line(), e.getMessage() == null ? e.toString() : e.getMessage());
        }
        return new ScenarioRunner<>(scenario, systemConfig).run(network);
    }

    private ScenarioRun run(Network network) {
        Optional<String> unreached = Optional.empty();
        for (Line line : scenario.lines()) {
            if (violation.isEmpty() || line.command() instanceof Directive.Comment) {
                tryToCarryOut(line);
            } else if (unreached.isEmpty()) {
                unreached = Optional.of("line " + line.number()
                        + " is never reached: the run ends above, where it violates "
                        + violation.get().property() + " (" + violation.get().sentence() + ")");
            }
        }
        if (violation.isEmpty()) {
            violation = world.stuck();
            violation.ifPresent(laneDiagram::violation);
        }
        EventCounts eventCounts = EventCounts.of(events);
        return new ScenarioRun(
                scenario,
                network,
                List.copyOf(steps),
                eventCounts,
                laneDiagram.tally(eventCounts).lines(),
                violation,
                onTheWay,
                unreached);
    }

    /** An error is reported together with the output so far, which shows the reason. */
    private void tryToCarryOut(Line line) {
        try {
            carryOut(line);
        } catch (ScenarioException e) {
            throw e.after(laneDiagram.lines());
        }
    }

    private void carryOut(Line line) {
        Directive directive = line.command();
        if (directive instanceof Directive.Comment comment) {
            laneDiagram.note(comment.text());
        } else if (directive instanceof Directive.Settle) {
            settle(line);
        } else if (directive instanceof Directive.ShowState show) {
            laneDiagram.note(line.text());
            for (int node = 1; node <= world.size(); node++) {
                if (show.node() == 0 || show.node() == node) {
                    laneDiagram.note("  " + node + "  " + TextFormat.state(world.state(node)));
                }
            }
        } else if (directive instanceof Directive.Diagram) {
            laneDiagram.note(line.text()).diagram(steps);
        } else {
            take(line.text(), step(line));
        }
    }

    private void take(String title, Step<M> step) {
        StepOutcome<S, M> stepOutcome = world.apply(step);
        Optional<Violation> overtaking = overtaking(step, stepOutcome);
        causes = causes.after(world, step, causes.copies(world, step).get(0), stepOutcome);
        RecordedStep<M> recordedStep = RecordedStep.of(step, stepOutcome);
        world = stepOutcome.world();
        violation = stepOutcome.violation(watched);
        events.addAll(stepOutcome.events());
        steps.add(recordedStep);
        laneDiagram.add(title, recordedStep);
        if (violation.isEmpty()) {
            stepOutcome.violations().forEach(wrong -> onTheWay.add(wrong.property()));
        }
        overtakeCounts = overtakeCounts.after(stepOutcome);
        if (violation.isEmpty()) {
            violation = starved().or(() -> overtaking);
            violation.ifPresent(laneDiagram::violation);
        }
    }

    private Optional<Violation> starved() {
        OptionalInt maxOvertakes = scenario.header().maxOvertakes();
        return maxOvertakes.isPresent() && watched.contains(Property.NO_STARVATION)
                ? overtakeCounts.beyond(maxOvertakes.getAsInt())
                : Optional.empty();
    }

    private Optional<Violation> overtaking(Step<M> step, StepOutcome<S, M> stepOutcome) {
        return watched.contains(Property.ORDER)
                ? EntryOrder.violation(stepOutcome)
                : causes.violation(step, stepOutcome);
    }

    private void settle(Line line) {
        String title = line.text();
        int limit = Math.max(LEAST_SETTLE_LIMIT, 20 * world.size() * world.size());
        for (int i = 0; !world.underway().isEmpty() && violation.isEmpty(); i++) {
            if (i == limit) {
                throw new ScenarioException(
                        line.number(), "messages are still under way after " + limit + " deliveries");
            }
            take(title, new Step.Deliver<>(world.underway().get(0)));
            title = "";
        }
    }

    /** The step that a command means in the current world. */
    private Step<M> step(Line line) {
        Directive directive = line.command();
        if (directive instanceof Directive.Request request) {
            return ask(line, request);
        } else if (directive instanceof Directive.Cancel cancel) {
            return new Step.Cancel<>(
                    cancel.node(),
                    only(line, cancel.node(), cancel.id(), Stage.WAITING).id());
        } else if (directive instanceof Directive.Release release) {
            ActiveRequest inside = only(line, release.node(), release.id(), Stage.INSIDE);
            return new Step.Release<>(
                    release.node(), inside.id(), release.lastFence() == 0 ? inside.fence() : release.lastFence());
        } else if (directive instanceof Directive.Transmission transmission) {
            Envelope<M> envelope = find(line, transmission);
            return switch (transmission.fate()) {
                case DELIVER -> deliver(line, envelope);
                case DROP -> new Step.Drop<>(envelope);
                case DUPLICATE -> new Step.Duplicate<>(envelope);
            };
        } else if (directive instanceof Directive.Crash crash) {
            return new Step.Crash<>(alive(line, crash.node()));
        } else if (directive instanceof Directive.Join join) {
            return join(line, join);
        } else if (directive instanceof Directive.Leave leave) {
            return leave(line, leave);
        } else if (directive instanceof Directive.Fail fail) {
            return new Step.Fail<>(alive(line, comesAndGoes(line, fail.observer())), fail.node());
        } else if (directive instanceof Directive.Expire expire) {
            return expire(line, expire);
        }
        throw new AssertionError("not a step: " + directive);
    }

    private Step<M> ask(Line line, Directive.Request request) {
        int node = alive(line, request.node());
        if (world.memberStatus(node) != MemberStatus.MEMBER) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " is not a member ("
                            + world.memberStatus(node).name().toLowerCase(Locale.ROOT)
                            + "), and only members make requests; let it join first");
        }
        if (!world.mayAsk(node)) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " already has a request under way, and "
                            + scenario.header().algorithm() + " allows one at a time; release or cancel it first");
        }
        if (request.increment() != 1
                && !world.systemConfig().nodes().get(node - 1).profile().increments()) {
            throw new ScenarioException(
                    line.number(),
                    scenario.header().algorithm() + " takes no increment: its claims depend on numbers that grow by 1,"
                            + " or it has none; ra-random-increment takes any");
        }
        long id = world.requests(node) + 1;
        Request asked = new Request(id, request.mode(), request.permits(), request.increment());
        if (!world.serves(node, asked)) {
            throw new ScenarioException(
                    line.number(), scenario.header().algorithm() + " does not serve requests like this one");
        }
        return new Step.Ask<>(node, asked);
    }

    private Step<M> join(Line line, Directive.Join join) {
        int node = alive(line, comesAndGoes(line, join.node()));
        if (!world.mayJoin(node, join.sponsor())) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " cannot join via " + join.sponsor() + ": only a node that is not a member can,"
                            + " via another node");
        }
        return new Step.Join<>(node, join.sponsor());
    }

    private Step<M> leave(Line line, Directive.Leave leave) {
        int node = alive(line, comesAndGoes(line, leave.node()));
        if (!world.mayLeave(node)) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " cannot leave the group: only a member without a request under way can");
        }
        return new Step.Leave<>(node);
    }

    private int comesAndGoes(Line line, int node) {
        if (!world.hasMembership()) {
            throw new ScenarioException(
                    line.number(), "in " + scenario.header().algorithm() + " nodes do not join, leave or fail");
        }
        return node;
    }

    private int alive(Line line, int node) {
        if (world.crashed().contains(node)) {
            throw new ScenarioException(line.number(), "node " + node + " has crashed");
        }
        return node;
    }

    private ActiveRequest only(Line line, int node, long id, Stage stage) {
        alive(line, node);
        List<ActiveRequest> activeRequests = world.activeRequests(node, stage).stream()
                .filter(activeRequest -> id == 0 || activeRequest.id() == id)
                .toList();
        String which = id == 0 ? "" : " #" + id;
        String state = stage == Stage.INSIDE ? "inside" : "waiting";
        if (activeRequests.isEmpty()) {
            throw new ScenarioException(
                    line.number(), "node " + node + " has no request" + which + " that is " + state);
        }
        if (activeRequests.size() > 1) {
            String ids = activeRequests.stream()
                    .map(activeRequest -> "#" + activeRequest.id())
                    .collect(Collectors.joining(" "));
            throw new ScenarioException(
                    line.number(), "node " + node + " has several requests " + state + "; name one of " + ids);
        }
        return activeRequests.get(0);
    }

    /**
     * The oldest message of the link with this text, or else the oldest whose text starts with it.
     */
    private Envelope<M> find(Line line, Directive.Transmission wanted) {
        List<Envelope<M>> link = world.underway().stream()
                .filter(envelope -> envelope.from() == wanted.from() && envelope.to() == wanted.to())
                .toList();
        for (Envelope<M> envelope : link) {
            if (TextFormat.message(envelope.message()).equals(wanted.message())) {
                return envelope;
            }
        }
        for (Envelope<M> envelope : link) {
            if (TextFormat.message(envelope.message()).startsWith(wanted.message())) {
                return envelope;
            }
        }
        String underway = world.underway().stream().map(TextFormat::envelope).collect(Collectors.joining(", "));
        throw new ScenarioException(
                line.number(),
                "no message" + (wanted.message().isEmpty() ? "" : " " + wanted.message()) + " is under way from "
                        + wanted.from() + " to " + wanted.to() + "; under way: "
                        + (underway.isEmpty() ? "nothing" : underway));
    }

    private Step<M> deliver(Line line, Envelope<M> envelope) {
        if (!world.deliverable(envelope)) {
            String why = world.systemConfig().assumptions().medium() == Medium.SEQUENCED
                    ? "all nodes observe the medium in the same order, and " + TextFormat.envelope(envelope)
                            + " is not the oldest message to its node"
                    : "the network is fifo, and " + TextFormat.envelope(envelope)
                            + " is not the oldest message of its link; say 'network unordered' to let it overtake";
            throw new ScenarioException(line.number(), why);
        }
        return new Step.Deliver<>(envelope);
    }

    private Step<M> expire(Line line, Directive.Expire expire) {
        List<World.Timer> timers = world.timers().stream()
                .filter(timer -> timer.node() == expire.node())
                .filter(timer -> expire.timer().isEmpty() || timer.id().name().equals(expire.timer()))
                .toList();
        if (timers.size() != 1) {
            String running = world.timers().stream()
                    .map(timer -> timer.node() + " " + timer.id().name())
                    .collect(Collectors.joining(", "));
            throw new ScenarioException(
                    line.number(),
                    "expected a running timer of node " + expire.node() + "; running: "
                            + (running.isEmpty() ? "none" : running));
        }
        world.dueBefore(timers.get(0)).ifPresent(envelope -> {
            throw new ScenarioException(
                    line.number(),
                    "time is bounded, and " + TextFormat.envelope(envelope) + " arrives before "
                            + timers.get(0).id().name() + " of node " + expire.node() + " expires; deliver it first");
        });
        return new Step.Expire<>(expire.node(), timers.get(0).id());
    }
}
