package org.peerlock.lab.simulate;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events in order of time; events of the same time in the order in which they were added.
 *
 * <p>If all delays are equal, events are added in order. So there are two queues: a FIFO queue for
 * events that belong at its end, with constant cost, and a heap for the others.
 */
final class EventQueue {

    /** A scheduled event. */
    static final class Event {

        final long time;
        private final long turn;
        final int node;
        final int from;
        final Object what;

        /** Whether it was cancelled. */
        boolean cancelled;

        private Event(long time, long turn, int node, int from, Object what) {
            this.time = time;
            this.turn = turn;
            this.node = node;
            this.from = from;
            this.what = what;
        }

        private boolean before(Event other) {
            return time != other.time ? time < other.time : turn < other.turn;
        }
    }

    private final ArrayDeque<Event> inOrder = new ArrayDeque<>();
    private Event[] heap = new Event[64];
    private int heapSize;
    private long turns;

    Event add(long time, int node, int from, Object what) {
        return add(new Event(time, turns++, node, from, what));
    }

    /** Postpones an event; among the events of its new time it keeps its order. */
    Event putOff(Event event, long time) {
        return add(new Event(time, event.turn, event.node, event.from, event.what));
    }

    private Event add(Event event) {
        Event last = inOrder.peekLast();
        if (last == null || last.before(event)) {
            inOrder.addLast(event);
        } else {
            push(event);
        }
        return event;
    }

    /** The next event; null if there is none. */
    @Nullable Event poll() {
        Event first = inOrder.peekFirst();
        if (heapSize == 0) {
            return inOrder.pollFirst();
        }
        return first != null && first.before(heap[0]) ? inOrder.pollFirst() : pop();
    }

    int size() {
        return inOrder.size() + heapSize;
    }

    private void push(Event event) {
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heapSize);
        }
        int at = heapSize++;
        while (at > 0) {
            int parent = (at - 1) >>> 2;
            if (!event.before(heap[parent])) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = event;
    }

    private Event pop() {
        Event top = heap[0];
        Event moved = heap[--heapSize];
        int at = 0;
        for (int child = 1; child < heapSize; child = 4 * at + 1) {
            int least = child;
            for (int other = child + 1; other < Math.min(child + 4, heapSize); other++) {
                if (heap[other].before(heap[least])) {
                    least = other;
                }
            }
            if (!heap[least].before(moved)) {
                break;
            }
            heap[at] = heap[least];
            at = least;
        }
        heap[at] = moved;
        return top;
    }
}
