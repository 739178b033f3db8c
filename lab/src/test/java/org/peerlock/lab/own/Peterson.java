package org.peerlock.lab.own;

import java.util.List;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.check.Model;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.Violation;

/**
 * A model without nodes and messages: two threads share two flags and a turn (Peterson 1981).
 *
 * @param flagFirst whether a thread raises its flag before it gives the turn away, as it must
 */
record Peterson(boolean flagFirst) implements Model<Peterson.State, String> {

    enum Line {
        OUTSIDE,
        HALFWAY,
        WAITING,
        INSIDE
    }

    record State(Line one, Line two, int turn) {

        Line of(int thread) {
            return thread == 1 ? one : two;
        }

        State to(int thread, Line next) {
            return thread == 1 ? new State(next, two, turn) : new State(one, next, turn);
        }

        State turnTo(int thread) {
            return new State(one, two, thread);
        }
    }

    @Override
    public List<State> initial() {
        return List.of(new State(Line.OUTSIDE, Line.OUTSIDE, 1));
    }

    @Override
    public void expand(State s, SuccessorSink<State, String> steps) {
        if (s.one() == Line.INSIDE && s.two() == Line.INSIDE) {
            steps.violation(new Violation(Property.EXCLUSION, "both are inside"));
            return;
        }
        next(s, 1, 2, steps);
        next(s, 2, 1, steps);
    }

    private void next(State s, int me, int other, SuccessorSink<State, String> steps) {
        switch (s.of(me)) {
            case OUTSIDE -> prepare(flagFirst, s.to(me, Line.HALFWAY), me, other, steps);
            case HALFWAY -> prepare(!flagFirst, s.to(me, Line.WAITING), me, other, steps);
            case WAITING -> {
                if (!flag(s.of(other)) || s.turn() == me) {
                    steps.successor(me + " enters", s.to(me, Line.INSIDE));
                }
            }
            case INSIDE -> steps.successor(me + " leaves", s.to(me, Line.OUTSIDE));
        }
    }

    private static void prepare(boolean flag, State next, int me, int other, SuccessorSink<State, String> steps) {
        if (flag) {
            steps.successor(me + " raises its flag", next);
        } else {
            steps.successor(me + " gives the turn to " + other, next.turnTo(other));
        }
    }

    private boolean flag(Line line) {
        return line == Line.HALFWAY ? flagFirst : line != Line.OUTSIDE;
    }

    @Override
    public long fingerprint(State s) {
        return Fingerprint.of(s.toString());
    }
}
