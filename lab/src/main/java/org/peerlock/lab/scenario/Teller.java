package org.peerlock.lab.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.scenario.Scenario.Line;
import org.peerlock.lab.trace.Lanes;
import org.peerlock.lab.trace.Moment;
import org.peerlock.lab.trace.Tally;
import org.peerlock.lab.trace.Text;
import org.peerlock.lab.world.Claimant;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Outcome;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/** Carries out the commands of a scenario, one after the other, until something goes wrong. */
final class Teller<S extends Record, M> {

    private static final int SETTLE_LIMIT = 10_000;

    private final Scenario scenario;
    /** What ends the story: what is announced, or else anything that goes wrong. */
    private final Set<Property> watched;

    private final Lanes lanes;
    private final List<Moment<?>> moments = new ArrayList<>();
    private final List<Event<M>> events = new ArrayList<>();
    private World<S, M> world;
    private Optional<Violation> violation = Optional.empty();

    private Teller(Scenario scenario, Rules<S, M> rules) {
        this.scenario = scenario;
        watched = scenario.header().violates().map(EnumSet::of).orElse(EnumSet.allOf(Property.class));
        lanes = new Lanes(rules.size());
        Outcome<S, M> start = World.start(rules);
        world = start.world();
        violation = start.violation(watched);
        events.addAll(start.events());
    }

    static <S extends Record, M> Story tell(Scenario scenario, Entry<S, M> entry) {
        Header header = scenario.header();
        Network network;
        Rules<S, M> rules;
        try {
            network = header.network().orElseGet(() -> weakest(entry, header.setting()));
            rules = Rules.of(entry, header.setting(), network, header.start());
        } catch (IllegalArgumentException e) {
            throw new ScenarioException(1, e.getMessage() == null ? e.toString() : e.getMessage());
        }
        return new Teller<>(scenario, rules).tell(network);
    }

    /** The weakest network that an algorithm claims to bear; what is chosen about it may make a difference. */
    private static <S extends Record, M> Network weakest(Entry<S, M> entry, Setting setting) {
        Assumptions assumptions = entry.create(setting).get(0).profile().assumptions();
        return assumptions.claims().containsKey(Network.UNORDERED) ? Network.UNORDERED : Network.FIFO;
    }

    private Story tell(Network network) {
        for (Line line : scenario.lines()) {
            if (violation.isPresent()) {
                throw new ScenarioException(
                        line.number(),
                        "the story ended above, because it violates "
                                + violation.get().property() + " ("
                                + violation.get().sentence() + "); this line is never reached");
            }
            carryOut(line);
        }
        if (violation.isEmpty()) {
            violation = world.stuck();
            violation.ifPresent(lanes::violation);
        }
        Tally tally = Tally.of(events);
        return new Story(
                scenario,
                network,
                List.copyOf(moments),
                tally,
                lanes.tally(tally).lines(),
                violation);
    }

    private void carryOut(Line line) {
        Command command = line.command();
        if (command instanceof Command.Comment comment) {
            lanes.note(comment.text());
        } else if (command instanceof Command.Settle) {
            settle(line);
        } else if (command instanceof Command.ShowState show) {
            lanes.note(line.text());
            for (int node = 1; node <= world.states().size(); node++) {
                if (show.node() == 0 || show.node() == node) {
                    lanes.note("  " + node + "  " + Text.state(world.state(node)));
                }
            }
        } else if (command instanceof Command.Diagram) {
            lanes.note(line.text()).diagram(moments);
        } else {
            take(line.text(), step(line));
        }
    }

    private void take(String title, Step<M> step) {
        Outcome<S, M> outcome = world.apply(step);
        Moment<M> moment = Moment.of(step, outcome);
        world = outcome.world();
        violation = outcome.violation(watched);
        events.addAll(outcome.events());
        moments.add(moment);
        lanes.add(title, moment);
    }

    private void settle(Line line) {
        String title = line.text();
        for (int i = 0; !world.underway().isEmpty() && violation.isEmpty(); i++) {
            if (i == SETTLE_LIMIT) {
                throw new ScenarioException(
                        line.number(), "messages are still under way after " + SETTLE_LIMIT + " deliveries");
            }
            take(title, new Step.Deliver<>(world.underway().get(0)));
            title = "";
        }
    }

    /** The step that a command means, in the world as it is now. */
    private Step<M> step(Line line) {
        Command command = line.command();
        if (command instanceof Command.Request request) {
            return ask(line, request);
        } else if (command instanceof Command.Cancel cancel) {
            return new Step.Cancel<>(
                    cancel.node(),
                    only(line, cancel.node(), cancel.id(), Stage.WAITING).id());
        } else if (command instanceof Command.Release release) {
            Claimant inside = only(line, release.node(), release.id(), Stage.INSIDE);
            return new Step.Release<>(
                    release.node(), inside.id(), release.lastFence() == 0 ? inside.fence() : release.lastFence());
        } else if (command instanceof Command.Transmission transmission) {
            Envelope<M> envelope = find(line, transmission);
            return switch (transmission.fate()) {
                case DELIVER -> deliver(line, envelope);
                case DROP -> new Step.Drop<>(envelope);
                case DUPLICATE -> new Step.Duplicate<>(envelope);
            };
        } else if (command instanceof Command.Crash crash) {
            return new Step.Crash<>(alive(line, crash.node()));
        } else if (command instanceof Command.Join join) {
            return join(line, join);
        } else if (command instanceof Command.Leave leave) {
            return leave(line, leave);
        } else if (command instanceof Command.Fail fail) {
            return new Step.Fail<>(alive(line, comesAndGoes(line, fail.observer())), fail.node());
        } else if (command instanceof Command.Expire expire) {
            return expire(line, expire);
        }
        throw new AssertionError("not a step: " + command);
    }

    private Step<M> ask(Line line, Command.Request request) {
        int node = alive(line, request.node());
        if (world.standing(node) != Standing.MEMBER) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " is not a member ("
                            + world.standing(node).name().toLowerCase(Locale.ROOT)
                            + "), and only members make requests; let it join first");
        }
        if (!world.mayAsk(node)) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " already has a request under way, and "
                            + scenario.header().algorithm() + " bears one at a time; release or cancel it first");
        }
        long id = world.requests().of(node) + 1;
        return new Step.Ask<>(node, new Request(id, request.mode(), request.permits(), request.increment()));
    }

    private Step<M> join(Line line, Command.Join join) {
        int node = alive(line, comesAndGoes(line, join.node()));
        if (!world.mayJoin(node, join.sponsor())) {
            throw new ScenarioException(
                    line.number(),
                    "node " + node + " cannot join via " + join.sponsor() + ": only who is not a member can,"
                            + " via another node");
        }
        return new Step.Join<>(node, join.sponsor());
    }

    private Step<M> leave(Line line, Command.Leave leave) {
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

    private Claimant only(Line line, int node, long id, Stage stage) {
        alive(line, node);
        List<Claimant> claimants = world.claimants(node, stage).stream()
                .filter(claimant -> id == 0 || claimant.id() == id)
                .toList();
        String which = id == 0 ? "" : " #" + id;
        String state = stage == Stage.INSIDE ? "inside" : "waiting";
        if (claimants.isEmpty()) {
            throw new ScenarioException(
                    line.number(), "node " + node + " has no request" + which + " that is " + state);
        }
        if (claimants.size() > 1) {
            String ids = claimants.stream().map(claimant -> "#" + claimant.id()).collect(Collectors.joining(" "));
            throw new ScenarioException(
                    line.number(), "node " + node + " has several requests " + state + "; name one of " + ids);
        }
        return claimants.get(0);
    }

    /** The oldest message of the link that has the text, else the oldest whose text begins so. */
    private Envelope<M> find(Line line, Command.Transmission wanted) {
        List<Envelope<M>> link = world.underway().stream()
                .filter(envelope -> envelope.from() == wanted.from() && envelope.to() == wanted.to())
                .toList();
        for (Envelope<M> envelope : link) {
            if (Text.message(envelope.message()).equals(wanted.message())) {
                return envelope;
            }
        }
        for (Envelope<M> envelope : link) {
            if (Text.message(envelope.message()).startsWith(wanted.message())) {
                return envelope;
            }
        }
        String underway = world.underway().stream().map(Text::envelope).collect(Collectors.joining(", "));
        throw new ScenarioException(
                line.number(),
                "no message" + (wanted.message().isEmpty() ? "" : " " + wanted.message()) + " is under way from "
                        + wanted.from() + " to " + wanted.to() + "; under way: "
                        + (underway.isEmpty() ? "nothing" : underway));
    }

    private Step<M> deliver(Line line, Envelope<M> envelope) {
        if (!world.deliverable(envelope)) {
            throw new ScenarioException(
                    line.number(),
                    "the network is fifo, and " + Text.envelope(envelope)
                            + " is not the oldest message of its link; say 'network unordered' to let it overtake");
        }
        return new Step.Deliver<>(envelope);
    }

    private Step<M> expire(Line line, Command.Expire expire) {
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
                    "expected a timer that runs at node " + expire.node() + "; running: "
                            + (running.isEmpty() ? "none" : running));
        }
        return new Step.Expire<>(expire.node(), timers.get(0).id());
    }
}
