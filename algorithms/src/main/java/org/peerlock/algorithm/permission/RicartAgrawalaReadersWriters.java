package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;

/**
 * Ricart and Agrawala 1981, section 6.6: readers and writers.
 *
 * <p>{@link RicartAgrawala}, but readers never defer a REQUEST for another reader; instead they
 * always REPLY immediately. Writers follow the original algorithm.
 *
 * <p>The paper says that "writers are given priority". They are not: a writer waits for all readers
 * that asked with a smaller ticket. But no reader that has seen the writer's REQUEST can overtake
 * it any more, so neither side starves.
 *
 * <p>Not in the paper: fences. Concurrent readers may have equal ones; a writer's is greater than
 * all before it.
 */
public class RicartAgrawalaReadersWriters extends RicartAgrawala {

    public static final Profile PROFILE = new Profile(
            "ra-readers-writers",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.6",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX, Capacity.Kind.READ_WRITE),
            false,
            new Profile.Costs("2(N-1)", "T", "by (number, node), but readers side by side", "in REPLY"));

    public RicartAgrawalaReadersWriters(int me, int nodes) {
        super(me, nodes, PROFILE, Modifications.none().withReaders());
    }
}
