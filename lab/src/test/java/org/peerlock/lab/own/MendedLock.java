package org.peerlock.lab.own;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/** The {@link HomeMadeLock} without its defect. */
class MendedLock extends HomeMadeLock {

    static final CatalogueEntry<State, Message> ENTRY =
            CatalogueEntry.of(PROFILE, config -> me -> new MendedLock(me, config.nodes()));

    MendedLock(int me, int nodes) {
        super(me, nodes);
    }

    @Override
    State onAsk(State s, int from, long number, Effects<Message> out) {
        if (number < s.owed().of(from)) {
            return s; // that request was cancelled; the yes is owed to a later one
        }
        return super.onAsk(s, from, number, out);
    }
}
