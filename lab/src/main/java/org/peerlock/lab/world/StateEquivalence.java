package org.peerlock.lab.world;

import java.util.Optional;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Numbering.Renumbering;

/** Which states count as one: at least equal ones. */
public final class StateEquivalence<S extends Record, M> {

    private final Optional<Numbering<S, M>> numbering;
    private final boolean shifts;

    private StateEquivalence(Optional<Numbering<S, M>> numbering, boolean shifts) {
        this.numbering = numbering;
        this.shifts = shifts;
    }

    /** Only equal states are equivalent. */
    public static <S extends Record, M> StateEquivalence<S, M> equality() {
        return new StateEquivalence<>(Optional.empty(), false);
    }

    /**
     * States that differ only in fences are equivalent, because fences do not decide which request
     * enters. All fences are then 0.
     */
    public static <S extends Record, M> StateEquivalence<S, M> withoutFences(Numbering<S, M> numbering) {
        return new StateEquivalence<>(Optional.of(numbering), false);
    }

    /**
     * States are equivalent if they differ only in fences, in the number of earlier requests, or in
     * a {@link NumberShift} of their numbers.
     */
    public static <S extends Record, M> StateEquivalence<S, M> upToShift(Numbering<S, M> numbering) {
        return new StateEquivalence<>(Optional.of(numbering), true);
    }

    boolean hasFences() {
        return numbering.isEmpty();
    }

    boolean shifts() {
        return shifts;
    }

    /** The representative of all equivalent states, except for the growth of numbers. */
    LocalState<S> representative(LocalState<S> localState) {
        if (numbering.isEmpty()) {
            return localState;
        }
        long over = shifts ? over(localState) : 0;
        return renumbered(localState, new Plain(over), over);
    }

    /** How many requests of the node are over, not counting those after one that is not. */
    private static long over(LocalState<?> localState) {
        return localState.activeRequests().stream()
                        .mapToLong(ActiveRequest::id)
                        .min()
                        .orElse(localState.requests() + 1)
                - 1;
    }

    private LocalState<S> renumbered(LocalState<S> localState, Renumbering to, long over) {
        return new LocalState<>(
                localState.node(),
                numbering.orElseThrow().state(localState.node(), localState.state(), to),
                localState.activeRequests().stream()
                        .map(activeRequest -> new ActiveRequest(
                                activeRequest.node(), earlier(activeRequest.request(), over), activeRequest.stage(), 0))
                        .toList(),
                localState.requests() - over,
                localState.timers());
    }

    private static Request earlier(Request request, long over) {
        return new Request(request.id() - over, request.mode(), request.permits(), request.increment());
    }

    M representative(int sender, M message) {
        return numbering.isEmpty() ? message : numbering.get().message(sender, message, new Plain(0));
    }

    LocalState<S> shifted(LocalState<S> localState, NumberShift numberShift) {
        return renumbered(localState, numberShift, 0);
    }

    M shifted(int sender, M message, NumberShift numberShift) {
        return numbering.orElseThrow().message(sender, message, numberShift);
    }

    /**
     * A name for a message that does not change while it is under way, even if its numbers do: its
     * text without numbers.
     */
    public String name(Envelope<M> envelope) {
        M message = envelope.message();
        M bare = shifts ? numbering.orElseThrow().message(envelope.from(), message, new Blank()) : message;
        return envelope.from() + " -> " + envelope.to() + " " + bare;
    }

    /** The numbers in a state of a system with this many nodes. */
    NumberRanges numberRanges(LocalState<S> localState, int nodes) {
        if (!shifts) {
            return NumberRanges.NONE;
        }
        NumberRanges numberRanges = new NumberRanges(nodes);
        numbering.orElseThrow().state(localState.node(), localState.state(), numberRanges);
        return numberRanges;
    }

    /** The numbers in a message. */
    NumberRanges numberRanges(int sender, M message, int nodes) {
        if (!shifts) {
            return NumberRanges.NONE;
        }
        NumberRanges numberRanges = new NumberRanges(nodes);
        numbering.orElseThrow().message(sender, message, numberRanges);
        return numberRanges;
    }

    /** No numbers at all. */
    private record Blank() implements Renumbering {

        @Override
        public long fence(long fence) {
            return 0;
        }

        @Override
        public long request(long id) {
            return 0;
        }

        @Override
        public long growing(int series, long number) {
            return 0;
        }

        @Override
        public long fixed(int series, long number) {
            return 0;
        }
    }

    /** No fences; requests are counted from the first one that is not over. */
    private record Plain(long over) implements Renumbering {

        @Override
        public long fence(long fence) {
            return 0;
        }

        @Override
        public long request(long id) {
            return id - over;
        }

        @Override
        public long growing(int series, long number) {
            return number;
        }

        @Override
        public long fixed(int series, long number) {
            return number;
        }
    }
}
