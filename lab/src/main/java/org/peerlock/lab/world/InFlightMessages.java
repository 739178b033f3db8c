package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.peerlock.algorithm.data.NodeSet;

/** The messages under way, in the order in which they were sent. */
final class InFlightMessages<M> {

    /** Which messages a network keeps in order. */
    enum Order {
        /** None: all may overtake each other. */
        NONE,
        /** Those of the same link. */
        LINK,
        /** Those to the same node. */
        RECIPIENT;

        boolean keeps(Envelope<?> older, Envelope<?> newer) {
            return switch (this) {
                case NONE -> false;
                case LINK -> older.from() == newer.from() && older.to() == newer.to();
                case RECIPIENT -> older.to() == newer.to();
            };
        }
    }

    private final Order order;
    private final Envelope<M>[] envelopes;

    private InFlightMessages(Order order, Envelope<M>[] envelopes) {
        this.order = order;
        this.envelopes = envelopes;
    }

    @SuppressWarnings("unchecked") // Java has no other way to create a generic array
    static <M> InFlightMessages<M> none(Order order) {
        return new InFlightMessages<>(order, (Envelope<M>[]) new Envelope<?>[0]);
    }

    boolean isEmpty() {
        return envelopes.length == 0;
    }

    List<Envelope<M>> all() {
        return Collections.unmodifiableList(Arrays.asList(envelopes));
    }

    boolean contains(Predicate<Envelope<M>> wanted) {
        return Arrays.stream(envelopes).anyMatch(wanted);
    }

    /** The messages that may arrive next; equal messages only once. */
    List<Envelope<M>> deliverable() {
        List<Envelope<M>> next = new ArrayList<>(envelopes.length);
        for (int i = 0; i < envelopes.length; i++) {
            if (inTheWay(i) == 0 && (order != Order.NONE || !next.contains(envelopes[i]))) {
                next.add(envelopes[i]);
            }
        }
        return next;
    }

    private int inTheWay(int index) {
        int before = 0;
        for (int i = 0; order != Order.NONE && i < index; i++) {
            before += order.keeps(envelopes[i], envelopes[index]) ? 1 : 0;
        }
        return before;
    }

    /** A fingerprint of the messages and of their order, as far as it matters. */
    long fingerprint() {
        long print = 0;
        for (int i = 0; i < envelopes.length; i++) {
            long one = envelopes[i].fingerprint();
            print += order == Order.NONE ? one : Fingerprint.at(inTheWay(i), one);
        }
        return print;
    }

    /** Reports each message and how many must arrive before it; -1 if the order does not matter. */
    void places(ObjIntConsumer<Envelope<M>> place) {
        for (int i = 0; i < envelopes.length; i++) {
            place.accept(envelopes[i], order == Order.NONE ? -1 : inTheWay(i));
        }
    }

    InFlightMessages<M> minus(Envelope<M> envelope) {
        int at = indexOf(envelope);
        Envelope<M>[] rest = Arrays.copyOf(envelopes, envelopes.length - 1);
        System.arraycopy(envelopes, at + 1, rest, at, rest.length - at);
        return new InFlightMessages<>(order, rest);
    }

    /** The messages with a copy of one of them, right behind it. */
    InFlightMessages<M> twice(Envelope<M> envelope) {
        int at = indexOf(envelope);
        Envelope<M>[] more = Arrays.copyOf(envelopes, envelopes.length + 1);
        System.arraycopy(envelopes, at, more, at + 1, envelopes.length - at);
        return new InFlightMessages<>(order, more);
    }

    private int indexOf(Envelope<M> envelope) {
        for (int i = 0; i < envelopes.length; i++) {
            if (envelopes[i].equals(envelope)) {
                return i;
            }
        }
        throw new IllegalArgumentException("only a message under way can be taken from the network: " + envelope);
    }

    /** The messages with those that were sent, except messages to crashed nodes. */
    InFlightMessages<M> plus(List<Envelope<M>> sent, NodeSet stopped) {
        if (sent.isEmpty()) {
            return this;
        }
        Envelope<M>[] more = Arrays.copyOf(envelopes, envelopes.length + sent.size());
        int end = envelopes.length;
        for (Envelope<M> envelope : sent) {
            if (!stopped.contains(envelope.to())) {
                more[end++] = envelope;
            }
        }
        return new InFlightMessages<>(order, end == more.length ? more : Arrays.copyOf(more, end));
    }

    /** The messages after a function was applied to each. */
    InFlightMessages<M> map(UnaryOperator<Envelope<M>> function) {
        Envelope<M>[] others = envelopes.clone();
        Arrays.setAll(others, i -> function.apply(envelopes[i]));
        return new InFlightMessages<>(order, others);
    }

    /** The messages without those to a node. */
    InFlightMessages<M> withoutThoseTo(int node) {
        Envelope<M>[] rest = Arrays.stream(envelopes)
                .filter(envelope -> envelope.to() != node)
                .toArray(length -> Arrays.copyOf(envelopes, length));
        return new InFlightMessages<>(order, rest);
    }
}
