package org.peerlock.lab.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.trace.Text;
import org.peerlock.lab.world.Claimant;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Outcome;
import org.peerlock.lab.world.Overtaken;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * Plain breadth-first search over all interleavings of a small system: the first thing wrong that it finds is reached by as
 * few steps as possible.
 *
 * <p>It judges every step as {@link World} does, and every state in which nothing can happen any more: there nobody may
 * wait. It does not look for cycles, so it cannot find starvation; but it can find who is {@linkplain Overtaken overtaken} more
 * often than a workload's patience allows.
 */
public final class Explorer<S extends Record, M> {

    /** A world that was reached, and how; {@code cancels} more requests may be given up in it. */
    private record Visit<S extends Record, M>(
            World<S, M> world,
            int cancels,
            Overtaken overtaken,
            @Nullable Visit<S, M> parent,
            @Nullable Step<M> step,
            int depth) {}

    private final Rules<S, M> rules;
    private final Workload workload;
    private final Set<Property> properties;
    private final int limit;
    private final boolean sequenced;
    private final Interner interner = new Interner();
    private final Set<Key> visited = new HashSet<>();
    private final Queue<Visit<S, M>> queue = new ArrayDeque<>();
    private final SortedSet<String> messages = new TreeSet<>();
    private final Set<Class<?>> messageTypes = new LinkedHashSet<>();
    private long transitions;
    private boolean contended;

    private Explorer(Rules<S, M> rules, Workload workload, Set<Property> properties, int limit) {
        this.rules = rules;
        this.workload = workload;
        this.properties = properties;
        this.limit = limit;
        this.sequenced = rules.assumptions().medium() == Medium.SEQUENCED;
    }

    /**
     * Explores until all is visited, one of the properties is violated, or more than {@code limit} states were reached.
     * Where a step meets what it takes for impossible, it does not look further.
     */
    public static <S extends Record, M> Report<M> explore(
            Rules<S, M> rules, Workload workload, Set<Property> properties, int limit) {
        return new Explorer<>(rules, workload, properties, limit).run();
    }

    private Report<M> run() {
        Outcome<S, M> start = World.start(rules);
        reach(start, Overtaken.nobody(rules.size()), null, null);
        int depth = 0;
        while (!queue.isEmpty() && visited.size() <= limit) {
            Visit<S, M> visit = queue.remove();
            depth = visit.depth();
            List<Step<M>> steps = steps(visit);
            if (steps.isEmpty() && properties.contains(Property.PROGRESS)) {
                Optional<Violation> stuck = visit.world().stuck();
                if (stuck.isPresent()) {
                    return report(depth, new Counterexample<>(stuck.get(), story(visit)));
                }
            }
            for (Step<M> step : steps) {
                transitions++;
                Outcome<S, M> outcome = visit.world().apply(step);
                Overtaken overtaken = overtaken(visit, outcome);
                Optional<Violation> wrong = outcome.violation(properties).or(() -> starved(overtaken));
                if (wrong.isPresent()) {
                    List<Step<M>> story = story(visit);
                    story.add(step);
                    return report(depth + 1, new Counterexample<>(wrong.get(), story));
                }
                if (outcome.violation(EnumSet.of(Property.EXPECTATION)).isEmpty()) {
                    reach(outcome, overtaken, visit, step);
                }
            }
        }
        return report(depth, null);
    }

    /** Left at zero where it is not judged, since it would only tell apart what is the same otherwise. */
    private Overtaken overtaken(Visit<S, M> visit, Outcome<S, M> outcome) {
        return workload.patience().isPresent() ? visit.overtaken().after(outcome) : visit.overtaken();
    }

    private Optional<Violation> starved(Overtaken overtaken) {
        return properties.contains(Property.NO_STARVATION)
                        && workload.patience().isPresent()
                ? overtaken.beyond(workload.patience().getAsInt())
                : Optional.empty();
    }

    private void reach(Outcome<S, M> outcome, Overtaken overtaken, @Nullable Visit<S, M> from, @Nullable Step<M> step) {
        for (Event<M> event : outcome.events()) {
            if (event instanceof Event.Sent<M> sent) {
                messageTypes.add(sent.message().getClass());
            } else if (event instanceof Event.Broadcast<M> sent) {
                messageTypes.add(sent.message().getClass());
            }
        }
        contended |= outcome.world().claimants().size() > 1;
        int cancels = from == null ? workload.cancels() : from.cancels() - (step instanceof Step.Cancel ? 1 : 0);
        if (visited.add(key(outcome.world(), overtaken, cancels))) {
            int depth = from == null ? 0 : from.depth() + 1;
            queue.add(new Visit<>(outcome.world(), cancels, overtaken, from, step, depth));
        }
    }

    /** All that can happen next, in an order that is always the same. */
    private List<Step<M>> steps(Visit<S, M> visit) {
        World<S, M> world = visit.world();
        List<Step<M>> steps = new ArrayList<>();
        for (int node = 1; node <= rules.size(); node++) {
            long made = world.requests().of(node);
            boolean more = workload.requests(node) && made < workload.requests() + insideAtStart(node);
            for (Request kind : workload.kinds()) {
                Request next = new Request(made + 1, kind.mode(), kind.permits(), kind.increment());
                if (more && world.mayAsk(node) && world.serves(node, next)) {
                    steps.add(new Step.Ask<>(node, next));
                }
            }
        }
        for (Envelope<M> envelope : new LinkedHashSet<>(world.underway())) {
            if (world.deliverable(envelope)) {
                steps.add(new Step.Deliver<>(envelope));
            }
        }
        for (Claimant claimant : world.claimants()) {
            if (claimant.stage() == Stage.INSIDE) {
                steps.add(new Step.Release<>(claimant.node(), claimant.id(), claimant.fence()));
            } else if (claimant.stage() == Stage.WAITING && visit.cancels() > 0) {
                steps.add(new Step.Cancel<>(claimant.node(), claimant.id()));
            }
        }
        for (World.Timer timer : world.timers()) {
            if (world.dueBefore(timer).isEmpty()) {
                steps.add(new Step.Expire<>(timer.node(), timer.id()));
            }
        }
        return steps;
    }

    private long insideAtStart(int node) {
        return rules.start().inside().stream()
                .filter(inside -> inside.node() == node)
                .count();
    }

    private List<Step<M>> story(Visit<S, M> last) {
        List<Step<M>> story = new ArrayList<>();
        for (Visit<S, M> visit = last; visit != null; visit = visit.parent()) {
            if (visit.step() != null) {
                story.add(visit.step());
            }
        }
        Collections.reverse(story);
        return story;
    }

    private Report<M> report(int depth, @Nullable Counterexample<M> found) {
        messageTypes.forEach(type -> messages.add(Text.name(type)));
        return new Report<>(
                visited.size(),
                transitions,
                depth,
                found == null && queue.isEmpty(),
                contended,
                messages,
                Optional.ofNullable(found));
    }

    /**
     * The world without what makes no difference to what can happen next: the order of sending between links, on an
     * unordered network that of all messages, on a sequenced medium that between messages to different nodes, and the order
     * in which requests were made.
     */
    private Key key(World<S, M> world, Overtaken overtaken, int cancels) {
        int nodes = rules.size();
        int claimants = world.claimants().size();
        int messages = world.underway().size();
        int[] key = new int[nodes + claimants + messages + 7];
        int end = 0;
        for (S state : world.states()) {
            key[end++] = interner.id(state);
        }
        for (Claimant claimant : world.claimants()) {
            key[end++] = interner.id(claimant);
        }
        Arrays.sort(key, nodes, end);
        key[end++] = -1; // keeps requests and messages apart
        for (Envelope<M> envelope : inOrder(world.underway())) {
            key[end++] = interner.id(envelope);
        }
        if (rules.network() == Network.UNORDERED && !sequenced) {
            Arrays.sort(key, end - messages, end);
        }
        key[end++] = interner.id(world.requests());
        key[end++] = interner.id(world.timers());
        key[end++] = interner.id(world.crashed());
        key[end++] = interner.id(world.lastFence());
        key[end++] = interner.id(overtaken);
        key[end] = cancels;
        return new Key(key);
    }

    /** By link, on a sequenced medium by recipient; otherwise as they were sent. */
    private List<Envelope<M>> inOrder(List<Envelope<M>> underway) {
        List<Envelope<M>> sorted = new ArrayList<>(underway);
        sorted.sort((a, b) -> sequenced || a.from() == b.from() ? a.to() - b.to() : a.from() - b.from());
        return sorted;
    }

    /** Numbers values: equal ones get the same number. */
    private static final class Interner {

        private final Map<Object, Integer> ids = new HashMap<>();

        int id(Object value) {
            return ids.computeIfAbsent(value, any -> ids.size());
        }
    }

    private static final class Key {

        private final int[] parts;
        private final int hash;

        Key(int[] parts) {
            this.parts = parts;
            this.hash = Arrays.hashCode(parts);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && hash == that.hash && Arrays.equals(parts, that.parts);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
