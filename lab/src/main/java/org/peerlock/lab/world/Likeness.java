package org.peerlock.lab.world;

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

    /** Those that differ in fences, in how many requests were made before, or in a {@link Shift} of their numbers. */
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
                numbering.orElseThrow().state(local.node(), local.state(), to),
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

    Local<S> shifted(Local<S> local, Shift shift) {
        return renumbered(local, shift, 0);
    }

    M shifted(int sender, M message, Shift shift) {
        return numbering.orElseThrow().message(sender, message, shift);
    }

    /** A name for a message that does not change while it is under way, even if its numbers do: its text without them. */
    public String name(Envelope<M> envelope) {
        M message = envelope.message();
        M bare = shifts ? numbering.orElseThrow().message(envelope.from(), message, new Blank()) : message;
        return envelope.from() + " -> " + envelope.to() + " " + bare;
    }

    /** The numbers in a state, where there are so many nodes. */
    Extent extent(Local<S> local, int nodes) {
        if (!shifts) {
            return Extent.NONE;
        }
        Extent extent = new Extent(nodes);
        numbering.orElseThrow().state(local.node(), local.state(), extent);
        return extent;
    }

    /** The same for a message. */
    Extent extent(int sender, M message, int nodes) {
        if (!shifts) {
            return Extent.NONE;
        }
        Extent extent = new Extent(nodes);
        numbering.orElseThrow().message(sender, message, extent);
        return extent;
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
