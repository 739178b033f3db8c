package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.OwnRequest;
import org.peerlock.lab.world.Numbering.Renumbering;

/** What several algorithms have in common. */
final class Common {

    /** The series of the sequence numbers of Ricart and Agrawala, and of Lamport's clocks. */
    static final int NUMBERS = 0;

    private Common() {}

    /** The id of a request that is over does not matter. */
    static OwnRequest own(OwnRequest own, Renumbering to) {
        long id = own.phase() == Phase.IDLE ? 0 : to.request(own.id());
        return new OwnRequest(own.phase(), id, to.fence(own.fence()));
    }

    /** The number of a request that neither waits nor is inside does not matter. */
    static Numbers numbers(Numbers numbers, boolean ourMatters, Renumbering to) {
        long our = ourMatters ? to.number(NUMBERS, numbers.our()) : 0;
        return new Numbers(our, to.number(NUMBERS, numbers.highest()));
    }
}
