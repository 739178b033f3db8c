package org.peerlock.lab;

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
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/**
 * A stub for tests of timers: a node enters when its timer expires.
 */
public final class Reminder implements Algorithm<Reminder.State, Reminder.Nothing> {

    private static final TimerId DEADLINE = new TimerId("deadline");

    public record State(long requestId) {}

    public record Nothing() {}

    public static final CatalogueEntry<State, Nothing> ENTRY = CatalogueEntry.of(
            new Profile(
                    "reminder",
                    Family.TOKEN,
                    "nobody",
                    Assumptions.anyOrder(),
                    EnumSet.of(Capacity.Kind.MUTEX),
                    false,
                    new Profile.Costs("0", "0", "none", "none")),
            config -> me -> new Reminder());

    @Override
    public Profile profile() {
        return ENTRY.profile();
    }

    @Override
    public State initial(Start start, Effects<Nothing> out) {
        return new State(0);
    }

    @Override
    public State onRequest(State s, Request request, Effects<Nothing> out) {
        out.setTimer(DEADLINE, Timeout.roundTrip());
        return new State(request.id());
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Nothing> out) {
        out.cancelTimer(DEADLINE);
        out.withdrawn(requestId);
        return s;
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Nothing> out) {
        return s;
    }

    @Override
    public State onMessage(State s, int from, Nothing message, Effects<Nothing> out) {
        throw new AssertionError("no node sends messages");
    }

    @Override
    public State onTimer(State s, TimerId timer, Effects<Nothing> out) {
        out.enter(s.requestId(), 1);
        return s;
    }

    @Override
    public Contention contention(State s) {
        return Contention.UNKNOWN;
    }
}
