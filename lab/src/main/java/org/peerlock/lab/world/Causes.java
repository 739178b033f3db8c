package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.ActiveRequest.Stage;

/**
 * First come, first served: a request enters before all that were made after it. One request was
 * made after another if its node could know of the other, through any chain of messages; that is
 * L. Lamport's "happened before", CACM 21(7), 1978. Each node has one request at a time.
 *
 * @param known for each node, whose requests it could know of, among those that still wait
 * @param earlier for each node that waits, whose requests were made before its own, among those
 *     that still wait
 * @param carried for each message under way, what its sender could know of
 */
public record Causes(List<NodeSet> known, List<NodeSet> earlier, List<NodeSet> carried) {

    private static final Causes UNTRACKED = new Causes(List.of(), List.of(), List.of());

    public Causes {
        known = List.copyOf(known);
        earlier = List.copyOf(earlier);
        carried = List.copyOf(carried);
    }

    /** For searches that do not check it. */
    public static Causes untracked() {
        return UNTRACKED;
    }

    /** The start of a system, in which nobody waits. */
    public static Causes none(World<?, ?> world) {
        List<NodeSet> nobody = Collections.nCopies(world.size(), NodeSet.empty());
        return new Causes(nobody, nobody, Collections.nCopies(world.underway().size(), NodeSet.empty()));
    }

    private boolean isTracked() {
        return !known.isEmpty();
    }

    /**
     * Which of equal messages a step may deliver: their positions. If the network does not keep
     * their order, it may be any of those that carry different knowledge.
     */
    public <M> List<Integer> copies(World<?, M> world, Step<M> step) {
        if (!isTracked() || !(step instanceof Step.Deliver<M> deliver)) {
            return List.of(-1);
        }
        List<Integer> copies = new ArrayList<>();
        List<NodeSet> different = new ArrayList<>();
        List<Envelope<M>> underway = world.underway();
        boolean anyOrder = world.systemConfig().order() == InFlightMessages.Order.NONE;
        for (int i = 0; i < underway.size() && (anyOrder || copies.isEmpty()); i++) {
            if (underway.get(i).equals(deliver.envelope()) && !different.contains(carried.get(i))) {
                copies.add(i);
                different.add(carried.get(i));
            }
        }
        return copies;
    }

    /**
     * What is known after a step.
     *
     * @param copy which message is delivered, if it is one
     */
    public <S extends Record, M> Causes after(
            World<S, M> before, Step<M> step, int copy, StepOutcome<S, M> stepOutcome) {
        if (!isTracked()) {
            return this;
        }
        World<S, M> world = stepOutcome.world();
        int node = step.node() - 1;
        List<NodeSet> knownNext = new ArrayList<>(known);
        List<NodeSet> earlierNext = new ArrayList<>(earlier);
        List<NodeSet> carriedNext = new ArrayList<>(carried);
        if (step instanceof Step.Deliver<M> deliver) {
            knownNext.set(node, known.get(node).union(carried.get(copy)));
            int first = before.underway().indexOf(deliver.envelope()); // the one that the network takes
            carriedNext.set(copy, carried.get(first));
            carriedNext.remove(first);
        } else if (step instanceof Step.Ask) {
            earlierNext.set(node, known.get(node));
            knownNext.set(node, known.get(node).plus(step.node()));
        }
        while (carriedNext.size() < world.underway().size()) {
            carriedNext.add(knownNext.get(node));
        }
        NodeSet waiting = waiting(world);
        knownNext.replaceAll(waiting::intersection);
        carriedNext.replaceAll(waiting::intersection);
        for (int i = 0; i < earlierNext.size(); i++) {
            earlierNext.set(i, waiting.contains(i + 1) ? earlierNext.get(i).intersection(waiting) : NodeSet.empty());
        }
        return new Causes(knownNext, earlierNext, carriedNext);
    }

    private static NodeSet waiting(World<?, ?> world) {
        NodeSet waiting = NodeSet.empty();
        for (ActiveRequest activeRequest : world.activeRequests(Stage.WAITING)) {
            waiting = waiting.plus(activeRequest.node());
        }
        return waiting;
    }

    /** A violation, if a step let a node enter before one that asked earlier. */
    public Optional<Violation> violation(Step<?> step, StepOutcome<?, ?> stepOutcome) {
        if (!isTracked() || stepOutcome.events().stream().noneMatch(Event.Entered.class::isInstance)) {
            return Optional.empty();
        }
        NodeSet first = (step instanceof Step.Ask ? known : earlier).get(step.node() - 1);
        NodeSet overtaken = first.intersection(waiting(stepOutcome.world())).minus(step.node());
        return overtaken.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        Property.FIRST_COME,
                        "node " + step.node() + " enters, although it asked after " + overtaken
                                + " had asked and could know of that"));
    }

    /** A fingerprint, together with the messages under way. */
    public long fingerprint(World<?, ?> world) {
        if (!isTracked()) {
            return 0;
        }
        long[] print = new long[1];
        for (int i = 0; i < known.size(); i++) {
            print[0] += Fingerprint.at(2 * i + 11, bits(known.get(i)));
            print[0] += Fingerprint.at(2 * i + 12, bits(earlier.get(i)));
        }
        int[] next = new int[1];
        world.places((envelope, place) -> print[0] +=
                Fingerprint.of(Fingerprint.at(place + 2, envelope.fingerprint()) + bits(carried.get(next[0]++))));
        return print[0];
    }

    private static long bits(NodeSet nodes) {
        long bits = 0;
        for (int node : nodes) {
            bits |= 1L << node;
        }
        return bits;
    }
}
