package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What the plainest breadth-first search of a model counts, in the words of TLC: the depth of the initial states is 1. */
public record PlainSearch(long distinct, long generated, int depth) {

    /** Searches a model; the identity is what states are told apart by. */
    public static <T, A> PlainSearch of(Model<T, A> model, Function<T, ?> identity) {
        Set<Object> seen = new HashSet<>();
        List<T> generated = model.initial();
        long total = 0;
        for (int depth = 0; ; depth++) {
            int known = seen.size();
            total += generated.size();
            List<T> next = new ArrayList<>();
            for (T state : generated) {
                if (seen.add(identity.apply(state))) {
                    model.expand(state, (action, successor) -> next.add(successor));
                }
            }
            if (seen.size() == known) {
                return new PlainSearch(known, total, depth);
            }
            generated = next;
        }
    }
}
