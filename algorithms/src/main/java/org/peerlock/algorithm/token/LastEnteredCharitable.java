package org.peerlock.algorithm.token;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.data.NodeQueue;

/**
 * {@link LastEnteredLiteral} with two plain slips corrected: a process in the critical region
 * answers, and the last one in a queue is served. It still has neither exclusion nor progress,
 * because of its two basic assumptions: that a process that receives nothing may enter, and that
 * the process that entered last can always be asked.
 */
public class LastEnteredCharitable extends LastEnteredLiteral {

    public static final Profile PROFILE = new Profile(
            "last-entered-charitable",
            Family.TOKEN,
            "Rajan, with two slips mended",
            Assumptions.nothing(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            costs());

    public LastEnteredCharitable(int me, int nodes, int timeLimit) {
        super(me, nodes, timeLimit);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    /**
     * ALREADY_THERE is "used when a process is in a critical region and it receives a
     * WISHING_TO_ENTER message".
     */
    @Override
    protected boolean answersInside() {
        return true;
    }

    /** COUNT &lt;= LENGTH_OF_QUEUE. */
    @Override
    protected boolean more(NodeQueue queue) {
        return !queue.isEmpty();
    }
}
