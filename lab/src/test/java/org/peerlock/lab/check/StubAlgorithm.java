package org.peerlock.lab.check;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;

/**
 * A stub: it enters at once without a message, so alone, and with enough permits, it violates
 * nothing. A test overrides the step that must be wrong.
 */
class StubAlgorithm implements Algorithm<StubAlgorithm.Memory, StubAlgorithm.Note> {

    /** What a step stores for a later one. */
    record Memory(String text) {}

    record Note(String text) {}

    static final Memory EMPTY = new Memory("");

    private static final Profile PROFILE = new Profile(
            "puppet",
            Family.PERMISSION_OF_ALL,
            "nobody",
            Assumptions.anyOrder(),
            EnumSet.allOf(Capacity.Kind.class),
            false,
            new Profile.Costs("0", "0", "none", "none"));

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public Memory initial(Start start, Effects<Note> out) {
        return EMPTY;
    }

    @Override
    public Memory onRequest(Memory s, Request request, Effects<Note> out) {
        out.enter(request.id(), 0);
        return s;
    }

    @Override
    public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
        out.withdrawn(requestId);
        return s;
    }

    @Override
    public Memory onRelease(Memory s, long requestId, long lastFence, Effects<Note> out) {
        return s;
    }

    @Override
    public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
        return s;
    }

    @Override
    public Memory onTimer(Memory s, TimerId timer, Effects<Note> out) {
        return s;
    }

    @Override
    public Contention contention(Memory s) {
        return Contention.UNKNOWN;
    }
}
