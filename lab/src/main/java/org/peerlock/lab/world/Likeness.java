package org.peerlock.lab.world;

import java.util.Arrays;
import java.util.Optional;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Numbering.Renumbering;

/** Which states are taken for one: equal ones at least. */
public final class Likeness<S extends Record, M> {

    private final Optional<Numbering<S, M>> numbering;
    private final boolean shifts;

    private Likeness(Optional<Numbering<S, M>> numbering, boolean shifts) {
        this.numbering = numbering;
        this.shifts = shifts;
    }

    /** Only equal ones. */
    public static <S extends Record, M> Likeness<S, M> equality() {
        return new Likeness<>(Optional.empty(), false);
    }

    /** Those that differ in fences only: fences do not decide who enters. All fences are then 0. */
    public static <S extends Record, M> Likeness<S, M> withoutFences(Numbering<S, M> numbering) {
        return new Likeness<>(Optional.of(numbering), false);
    }

    /**
     * Those that differ in fences, in how many requests were made before, or in how far all numbers of a series have grown:
     * the least one of each series is then 0.
     */
    public static <S extends Record, M> Likeness<S, M> upToShift(Numbering<S, M> numbering) {
        return new Likeness<>(Optional.of(numbering), true);
    }

    boolean hasFences() {
        return numbering.isEmpty();
    }

    boolean shifts() {
        return shifts;
    }

    /** The one that stands for all that are like it, but for the growth of numbers. */
    Local<S> like(Local<S> local) {
        if (numbering.isEmpty()) {
            return local;
        }
        long over = shifts ? over(local) : 0;
        return renumbered(local, new Plain(over), over);
    }

    /** How many requests of the node are over, but for those after one that is not. */
    private static long over(Local<?> local) {
        return local.claimants().stream().mapToLong(Claimant::id).min().orElse(local.requests() + 1) - 1;
    }

    private Local<S> renumbered(Local<S> local, Renumbering to, long over) {
        return new Local<>(
                local.node(),
                numbering.orElseThrow().state(local.state(), to),
                local.claimants().stream()
                        .map(claimant ->
                                new Claimant(claimant.node(), earlier(claimant.request(), over), claimant.stage(), 0))
                        .toList(),
                local.requests() - over,
                local.timers());
    }

    private static Request earlier(Request request, long over) {
        return new Request(request.id() - over, request.mode(), request.permits(), request.increment());
    }

    M like(int sender, M message) {
        return numbering.isEmpty() ? message : numbering.get().message(sender, message, new Plain(0));
    }

    Local<S> shifted(Local<S> local, long[] by) {
        return renumbered(local, new Shift(by), 0);
    }

    M shifted(int sender, M message, long[] by) {
        return numbering.orElseThrow().message(sender, message, new Shift(by));
    }

    /** The least number of each series, of 0 to {@code nodes}, in a state; {@link Long#MAX_VALUE} where there is none. */
    long[] least(S state, int nodes) {
        Least least = new Least(nodes);
        numbering.orElseThrow().state(state, least);
        return least.numbers;
    }

    /** The same for a message. */
    long[] least(int sender, M message, int nodes) {
        Least least = new Least(nodes);
        numbering.orElseThrow().message(sender, message, least);
        return least.numbers;
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
        public long number(int series, long number) {
            return number;
        }

        @Override
        public long bound(int series, long number) {
            return number;
        }
    }

    /** Less by so much, series by series; a bound below all numbers of its series becomes -1. */
    private static final class Shift implements Renumbering {

        private final long[] by;

        Shift(long[] by) {
            this.by = by;
        }

        @Override
        public long fence(long fence) {
            return fence;
        }

        @Override
        public long request(long id) {
            return id;
        }

        @Override
        public long number(int series, long number) {
            return number - by[series];
        }

        @Override
        public long bound(int series, long number) {
            return Math.max(number(series, number), -1);
        }
    }

    /** Changes nothing, and notes the least number of each series. */
    private static final class Least implements Renumbering {

        private final long[] numbers;

        Least(int nodes) {
            numbers = new long[nodes + 1];
            Arrays.fill(numbers, Long.MAX_VALUE);
        }

        @Override
        public long fence(long fence) {
            return fence;
        }

        @Override
        public long request(long id) {
            return id;
        }

        @Override
        public long number(int series, long number) {
            numbers[series] = Math.min(numbers[series], number);
            return number;
        }

        @Override
        public long bound(int series, long number) {
            return number;
        }
    }
}
