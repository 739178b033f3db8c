package org.peerlock.algorithm.data;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** An immutable queue of tickets: the least first. */
public final class TicketQueue {

    private static final TicketQueue EMPTY = new TicketQueue(List.of());

    /** Ascending. */
    private final List<Ticket> tickets;

    private TicketQueue(List<Ticket> tickets) {
        this.tickets = tickets;
    }

    public static TicketQueue empty() {
        return EMPTY;
    }

    public TicketQueue plus(Ticket ticket) {
        List<Ticket> more = new ArrayList<>(tickets);
        int at = 0;
        while (at < more.size() && more.get(at).precedes(ticket)) {
            at++;
        }
        more.add(at, ticket);
        return new TicketQueue(more);
    }

    public TicketQueue minus(Ticket ticket) {
        return new TicketQueue(
                tickets.stream().filter(waiting -> !waiting.equals(ticket)).toList());
    }

    /** The least ticket; the queue must not be empty. */
    public Ticket head() {
        return tickets.get(0);
    }

    public boolean isEmpty() {
        return tickets.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TicketQueue that && tickets.equals(that.tickets);
    }

    @Override
    public int hashCode() {
        return tickets.hashCode();
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ", "[", "]");
        for (Ticket ticket : tickets) {
            text.add(ticket.toString());
        }
        return text.toString();
    }
}
