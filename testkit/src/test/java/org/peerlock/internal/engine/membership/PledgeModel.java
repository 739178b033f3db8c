package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.check.Model;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.Violation;

/**
 * A model of pledges, seals and evictions. One node, the <em>asker</em>, keeps its lease by the pledges of others, who may propose to
 * evict it. A state in which its record is gone and it has a lease is wrong. The others may leave although the registry still has
 * their records, and then pledge for ever.
 *
 * <p>Everything may happen at any time, or never: messages, reads and answers of the registry, writes whose outcome is unknown, and
 * steps of time. So crashes, pauses, cuts and outages are in it without being named. Time is true time, in steps: the clock of the
 * asker is as slow, and all other clocks are as fast, as the bound allows. So a lease, and the wait for it, take the same number of
 * steps, and so do an outage that is to be outlived, and the wait of those who are not asked.
 *
 * <p>Nodes are numbers; the asker is 0. Sets of nodes are bits. The registry's contents are numbered from 0, and all are remembered:
 * a node knows one of them, and learns a later one.
 *
 * @param start the first content of the registry
 * @param contents how many contents there are at most
 * @param renewals how often the asker renews its lease at most
 * @param flaw the rule that is broken
 */
record PledgeModel(Start start, int contents, int renewals, Flaw flaw) implements Model<PledgeModel.State, String> {

    /** A rule that may be broken, nearly all as in {@link PledgeMutant}. */
    enum Flaw {
        NONE,
        BREAKS_ITS_PLEDGE,
        FORGETS_ITS_PROPOSAL,
        FORGETS_AN_UNKNOWN_PROPOSAL,
        FORGETS_AN_OLDER_PROPOSAL,
        PLEDGES_WITHOUT_A_RECORD,
        PLEDGES_FOR_ONE_VIEW,
        MEMBER_IN_THE_NEXT_VIEW,
        MEMBER_FROM_ALWAYS,
        OUTSIDERS_WAIT_FOR_A_LEASE,
        ONE_MAY_BE_MISSING,
        ASKS_THE_CURRENT_VIEW_ONLY,
        ASKS_IN_THE_NEXT_VIEW,
        ASKS_WHEN_ALONE,
        LEASE_FROM_THE_ANSWER,
        NO_LIMIT,
        PROPOSES_ACROSS_VIEWS,
        LEAVES_WITH_A_PROPOSAL,
        PROPOSES_AFTER_LEAVING,
        NOBODY_LEFT_TO_ASK,
        /** A pledge for ever counts for the next incarnation of the node, too: node 2 is that of node 1. */
        COUNTS_FOR_THE_NEXT_INCARNATION
    }

    /** Lease and outage, in steps. */
    private static final int LEASE = 2;

    private static final int OUTAGE = 4;

    private static final int ASKER = 0;
    private static final int NONE = -1;
    private static final int NODES = 3;

    /** Who is in the current view at first, and in the next. All three are registered. */
    enum Start {
        THREE_MEMBERS(0b111, 0),
        TWO_AND_AN_OUTSIDER(0b011, 0),
        ONE_AND_TWO_OUTSIDERS(0b001, 0),
        /** The asker is alone, and one of the two others is about to become a member. */
        ONE_AND_ANOTHER_NEXT(0b001, 0b011),
        /** Another one is alone, and the asker is about to become a member. */
        ANOTHER_AND_THE_ASKER_NEXT(0b010, 0b011);

        private final int current;
        private final int next;

        Start(int current, int next) {
            this.current = current;
            this.next = next;
        }

        private Content content() {
            return new Content(1, 0b111, current, next, current & next, 1, next == 0 ? 1 : 2);
        }
    }

    /**
     * What the registry holds.
     *
     * @param stamp of the asker
     * @param next the next view; 0 if there is none
     * @param epoch of the current view
     * @param maxEpoch that of the next view, if there is one
     */
    record Content(int stamp, int records, int current, int next, int survivors, int epoch, int maxEpoch) {

        boolean registers(int node) {
            return has(records, node);
        }

        Content renewed() {
            return new Content(stamp + 1, records, current, next, survivors, epoch, maxEpoch);
        }

        Content without(int node) {
            return new Content(stamp, records & ~bit(node), current, next, survivors, epoch, maxEpoch);
        }

        /** The next view of all that remain, if one is wanted, or the next one has lost a survivor; otherwise the same. */
        Content proposed() {
            int before = next != 0 ? survivors : current;
            boolean wanted = next != 0 ? (survivors & ~records) != 0 : records != current;
            return wanted && records != 0
                    ? new Content(stamp, records, current, records, before & records, epoch, maxEpoch + 1)
                    : this;
        }

        Content installed() {
            return new Content(stamp, records, next, 0, 0, maxEpoch, maxEpoch);
        }
    }

    private static int bit(int node) {
        return 1 << node;
    }

    private static boolean has(int nodes, int node) {
        return (nodes & bit(node)) != 0;
    }

    /** The variables of a node that may evict the asker, in {@link State#others}. */
    private static final int KNOWN = 0;

    /** How long it still waits because of the stamp, and because it may not have been asked before. */
    private static final int WAIT = 1;
    /** How long it still waits because of the stamp, if it is not asked. */
    private static final int LONG_WAIT = 2;
    /** How long its pledge still lasts. */
    private static final int PLEDGE = 3;
    /** The asker's stamp in its last proposal. */
    private static final int PROPOSED = 4;
    /** The content on which its proposal is based; NONE if none is under way. */
    private static final int BASE = 5;
    /** Whether it waits for the outcome of its proposal, which may be tried again on a later content. */
    private static final int AWAITED = 6;
    /** How long ago the question was asked that it has answered, and the answer is under way; NONE if none is. */
    private static final int ANSWER = 7;
    /** How long ago the question was asked whose answer the asker has. */
    private static final int RECEIVED = 8;

    /** What it knew when it proposed; only if that matters. */
    private static final int PROPOSED_IN = 9;

    /**
     * Whether it has left, and has pledged for ever. A node that has left and has not pledged does nothing at all, as any node may.
     * And what the asker gets later can only do less harm. So both happen at once.
     */
    private static final int GONE = 10;

    /** The system at one moment. It does not change after it was passed on. */
    static final class State {
        final List<Content> history = new ArrayList<>();
        /** What the asker knows; NONE if it has learned that it was evicted. */
        int known;
        /** How long its lease lasts, and how long pledges may keep it. */
        int lease = LEASE;

        int limit = OUTAGE;
        /** How long ago its renewal was sent; NONE if none is under way. */
        int renewal = NONE;
        /** Whether that is in the registry. */
        boolean renewed;

        int renewals;
        final int[][] others = new int[NODES][];

        State copy() {
            State copy = new State();
            copy.history.addAll(history);
            copy.known = known;
            copy.lease = lease;
            copy.limit = limit;
            copy.renewal = renewal;
            copy.renewed = renewed;
            copy.renewals = renewals;
            for (int i = 1; i < NODES; i++) {
                copy.others[i] = others[i].clone();
            }
            return copy;
        }

        Content newest() {
            return history.get(history.size() - 1);
        }

        int last() {
            return history.size() - 1;
        }

        Content knownTo(int node) {
            return history.get(others[node][KNOWN]);
        }
    }

    @Override
    public List<State> initial() {
        State state = new State();
        state.history.add(start.content());
        state.renewals = renewals;
        for (int i = 1; i < NODES; i++) {
            state.others[i] = new int[] {0, LEASE, OUTAGE, 0, 0, NONE, 0, NONE, NONE, 0, 0};
        }
        return List.of(state);
    }

    @Override
    public long fingerprint(State state) {
        long print = Fingerprint.of(state.history.hashCode());
        for (Content content : state.history) {
            print = Fingerprint.of(print
                    ^ (content.stamp
                            | content.records << 4
                            | content.current << 8
                            | content.next << 12
                            | content.survivors << 16
                            | content.epoch << 20
                            | content.maxEpoch << 24));
        }
        int[] own = {state.known, state.lease, state.limit, state.renewal, state.renewed ? 1 : 0, state.renewals};
        for (int value : own) {
            print = Fingerprint.of(print ^ value);
        }
        for (int i = 1; i < NODES; i++) {
            for (int value : state.others[i]) {
                print = Fingerprint.of(print ^ value);
            }
        }
        return print;
    }

    @Override
    public void expand(State state, SuccessorSink<State, String> sink) {
        if (!state.newest().registers(ASKER) && state.lease > 0) {
            sink.violation(new Violation(Property.EXCLUSION, "the asker was evicted and has a lease"));
            return;
        }
        if (state.known == NONE) {
            return;
        }
        time(state, sink);
        if (state.history.size() < contents) {
            registry(state, sink);
        }
        asker(state, sink);
        for (int i = 1; i < NODES; i++) {
            other(state, i, sink);
        }
    }

    private static void time(State state, SuccessorSink<State, String> sink) {
        State next = state.copy();
        next.lease = Math.max(0, next.lease - 1);
        next.limit = Math.max(0, next.limit - 1);
        next.renewal = older(next.renewal);
        for (int i = 1; i < NODES; i++) {
            int[] one = next.others[i];
            one[WAIT] = Math.max(0, one[WAIT] - 1);
            one[LONG_WAIT] = Math.max(0, one[LONG_WAIT] - 1);
            one[PLEDGE] = Math.max(0, one[PLEDGE] - 1);
            one[ANSWER] = older(one[ANSWER]);
            one[RECEIVED] = older(one[RECEIVED]);
        }
        sink.successor("time passes", next);
    }

    /** What is older than a lease is of no use. */
    private static int older(int age) {
        return age == NONE || age + 1 >= LEASE ? NONE : age + 1;
    }

    /** Members come, go and renew, whoever proposes and installs views. */
    private static void registry(State state, SuccessorSink<State, String> sink) {
        Content content = state.newest();
        sink.successor("another node renews", written(state, content));
        if (!content.proposed().equals(content)) {
            sink.successor("a view is proposed", written(state, content.proposed()));
        }
        boolean sealed = !has(content.survivors, ASKER)
                || (state.known >= 0 && state.history.get(state.known).maxEpoch == content.maxEpoch);
        if (content.next != 0 && sealed) {
            sink.successor("a view is installed", written(state, content.installed()));
        }
        for (int i = 1; i < NODES; i++) {
            if (content.registers(i)) {
                sink.successor("node " + i + " leaves or is evicted", written(state, evicted(content.without(i))));
                sink.successor("node " + i + " leaves", written(state, content.without(i)));
            }
        }
    }

    private static Content evicted(Content content) {
        Content proposed = content.proposed();
        return proposed.equals(content) ? content : proposed;
    }

    private static State written(State state, Content content) {
        State next = state.copy();
        next.history.add(content);
        return next;
    }

    // The asker

    private void asker(State state, SuccessorSink<State, String> sink) {
        if (state.known < state.last()) {
            State next = state.copy();
            next.known = state.newest().registers(ASKER) ? state.last() : NONE;
            next.lease = next.known == NONE ? 0 : next.lease;
            sink.successor("the asker learns", next);
        }
        if (state.renewal == NONE && state.renewals > 0) {
            State next = state.copy();
            next.renewal = 0;
            next.renewed = false;
            next.renewals--;
            sink.successor("the asker sends a renewal", next);
        }
        if (state.renewal != NONE
                && !state.renewed
                && state.newest().registers(ASKER)
                && state.history.size() < contents) {
            State next = written(state, state.newest().renewed());
            next.renewed = true;
            sink.successor("it is written", next);
        }
        if (state.renewal != NONE && state.renewed) {
            State next = state.copy();
            next.lease = Math.max(next.lease, LEASE - next.renewal);
            next.limit = Math.max(next.limit, OUTAGE - next.renewal);
            next.renewal = NONE;
            sink.successor("the asker learns that it is renewed", next);
        }
        count(state, sink);
        for (int i = 1; i < NODES; i++) {
            ask(state, i, sink);
            receive(state, i, sink);
        }
    }

    private int asks(Content content) {
        boolean here = has(content.current, ASKER);
        boolean both = switch (flaw) {
            case ASKS_IN_THE_NEXT_VIEW -> here ? Integer.bitCount(content.current) > 1 : has(content.next, ASKER);
            case ASKS_WHEN_ALONE -> here;
            default -> here && Integer.bitCount(content.current) > 1;
        };
        int nodes = flaw == Flaw.ASKS_THE_CURRENT_VIEW_ONLY ? content.current : content.current | content.next;
        int all = both ? nodes & content.records & ~bit(ASKER) : 0;
        return flaw == Flaw.ONE_MAY_BE_MISSING && Integer.bitCount(all) > 1 ? Integer.highestOneBit(all) : all;
    }

    /** A question that arrives late is as one that is asked late, only worse for the asker. So all arrive at once, or never. */
    private void ask(State state, int node, SuccessorSink<State, String> sink) {
        boolean asks = has(asks(state.history.get(state.known)), node);
        boolean lasts = state.limit > 0 || flaw == Flaw.NO_LIMIT;
        if (asks && lasts && state.others[node][GONE] == 0 && pledges(state, node)) {
            State next = state.copy();
            int[] one = next.others[node];
            one[PLEDGE] = flaw == Flaw.BREAKS_ITS_PLEDGE ? 0 : LEASE;
            one[ANSWER] = 0;
            sink.successor("node " + node + " pledges", next);
        }
        if (asks && lasts && state.others[node][GONE] == 0 && pledgesForEver(state, node)) {
            State next = state.copy();
            leave(next.others[node]);
            sink.successor("node " + node + " leaves, and pledges for ever", next);
        }
    }

    private boolean pledgesForEver(State state, int node) {
        return pledges(state, node)
                || (flaw == Flaw.LEAVES_WITH_A_PROPOSAL && state.knownTo(node).registers(node));
    }

    /** It forgets what it needs no more. */
    private void leave(int[] one) {
        one[GONE] = 1;
        one[ANSWER] = NONE;
        one[RECEIVED] = NONE;
        if (flaw != Flaw.PROPOSES_AFTER_LEAVING) {
            one[WAIT] = 0;
            one[LONG_WAIT] = 0;
            one[PLEDGE] = 0;
        }
    }

    private boolean pledges(State state, int node) {
        int[] one = state.others[node];
        Content known = state.knownTo(node);
        if (!known.registers(node)) {
            return false;
        }
        boolean proposed = one[PROPOSED] == known.stamp;
        boolean forgotten = switch (flaw) {
            case FORGETS_ITS_PROPOSAL -> true;
            case FORGETS_AN_UNKNOWN_PROPOSAL -> one[AWAITED] == 0;
            case FORGETS_AN_OLDER_PROPOSAL -> one[PROPOSED_IN] < one[KNOWN];
            default -> false;
        };
        return known.registers(ASKER) ? !proposed || forgotten : flaw == Flaw.PLEDGES_WITHOUT_A_RECORD;
    }

    private void receive(State state, int node, SuccessorSink<State, String> sink) {
        int[] one = state.others[node];
        if (one[ANSWER] == NONE) {
            return;
        }
        State next = state.copy();
        int[] after = next.others[node];
        boolean newer = after[RECEIVED] == NONE || after[ANSWER] < after[RECEIVED];
        after[RECEIVED] = newer ? after[ANSWER] : after[RECEIVED];
        after[RECEIVED] = flaw == Flaw.LEASE_FROM_THE_ANSWER ? 0 : after[RECEIVED];
        after[ANSWER] = NONE;
        next.lease = Math.max(next.lease, leaseByPledges(next));
        sink.successor("the asker gets the pledge of node " + node, next);
    }

    /** Those who have pledged for ever do not answer any more. So the asker looks again and again. */
    private void count(State state, SuccessorSink<State, String> sink) {
        int lease = leaseByPledges(state);
        if (lease > state.lease) {
            State next = state.copy();
            next.lease = lease;
            sink.successor("the asker counts the pledges", next);
        }
    }

    private int leaseByPledges(State state) {
        int needed = asks(state.history.get(state.known));
        int there = needed;
        int oldest = 0;
        for (int i = 1; i < NODES; i++) {
            if (has(needed, i) && isGone(state, i)) {
                there &= ~bit(i);
            } else if (has(needed, i)) {
                int received = state.others[i][RECEIVED];
                oldest = received == NONE ? LEASE : Math.max(oldest, received);
            }
        }
        int lease = there == 0 && flaw == Flaw.NOBODY_LEFT_TO_ASK ? state.limit : LEASE - oldest;
        if (needed == 0) {
            return 0;
        }
        return flaw == Flaw.NO_LIMIT ? lease : Math.min(lease, state.limit);
    }

    private boolean isGone(State state, int node) {
        boolean before = flaw == Flaw.COUNTS_FOR_THE_NEXT_INCARNATION && state.others[1][GONE] == 1;
        return state.others[node][GONE] == 1 || before;
    }

    // Those who may evict it

    private void other(State state, int node, SuccessorSink<State, String> sink) {
        int[] one = state.others[node];
        boolean acts = one[GONE] == 0 || flaw == Flaw.PROPOSES_AFTER_LEAVING;
        if (acts && one[KNOWN] < state.last()) {
            State next = state.copy();
            learn(next, node);
            sink.successor("node " + node + " learns", next);
        }
        if (acts && one[KNOWN] == state.last() && one[BASE] == NONE && one[AWAITED] == 0 && mayPropose(state, node)) {
            State next = state.copy();
            next.others[node][BASE] = one[KNOWN];
            next.others[node][AWAITED] = 1;
            next.others[node][PROPOSED] = state.newest().stamp;
            next.others[node][PROPOSED_IN] = flaw == Flaw.FORGETS_AN_OLDER_PROPOSAL ? one[KNOWN] : 0;
            sink.successor("node " + node + " proposes", next);
        }
        if (one[BASE] != NONE) {
            if (mayBeWritten(state, one)) {
                State next = written(state, evicted(state.newest().without(ASKER)));
                next.others[node][BASE] = NONE;
                sink.successor("the proposal of node " + node + " is written", next);
            }
            if (one[AWAITED] == 0 && one[BASE] < state.last()) {
                State next = state.copy();
                next.others[node][BASE] = NONE;
                sink.successor("the proposal of node " + node + " is refused", next);
            }
        }
        if (one[AWAITED] == 1) {
            State next = state.copy();
            int[] after = next.others[node];
            after[AWAITED] = 0;
            boolean underWay = one[BASE] != NONE && mayBeWritten(state, one);
            after[BASE] = underWay ? state.last() : NONE; // the last content on which it was tried
            sink.successor("node " + node + " gets no answer", next);
        }
    }

    private boolean mayBeWritten(State state, int[] one) {
        Content base = state.history.get(one[BASE]);
        Content newest = state.newest();
        boolean applies = newest.registers(ASKER) && newest.stamp == one[PROPOSED];
        boolean sameViews = base.epoch == newest.epoch && base.maxEpoch == newest.maxEpoch;
        boolean allThere = (base.records & ~newest.records) == 0;
        boolean onTop = one[AWAITED] == 1 && ((sameViews && allThere) || flaw == Flaw.PROPOSES_ACROSS_VIEWS);
        return applies && (one[BASE] == state.last() || onTop);
    }

    private boolean mayPropose(State state, int node) {
        int[] one = state.others[node];
        Content known = state.knownTo(node);
        return known.registers(ASKER)
                && known.registers(node)
                && one[WAIT] == 0
                && (role(known, node) == OUTSIDER ? one[LONG_WAIT] == 0 : one[PLEDGE] == 0);
    }

    private static final int OUTSIDER = -1;

    /** As in {@link LeaseExpiryObserver}. */
    private int role(Content content, int node) {
        int mine = flaw == Flaw.MEMBER_IN_THE_NEXT_VIEW ? content.current | content.next : content.current;
        if (has(mine, node)) {
            return 0;
        }
        boolean outsider = Integer.bitCount(content.current) > 1 && flaw != Flaw.OUTSIDERS_WAIT_FOR_A_LEASE;
        return outsider ? OUTSIDER : content.epoch;
    }

    private void learn(State next, int node) {
        int[] one = next.others[node];
        Content before = next.knownTo(node);
        Content after = next.newest();
        one[KNOWN] = next.last();
        one[AWAITED] = after.registers(ASKER) ? one[AWAITED] : 0;
        if (after.stamp != before.stamp) {
            one[WAIT] = LEASE;
            one[LONG_WAIT] = OUTAGE;
        }
        int role = role(after, node);
        if (role != role(before, node) && role != OUTSIDER && flaw != Flaw.MEMBER_FROM_ALWAYS) {
            one[WAIT] = LEASE;
        }
        if (after.epoch != before.epoch && flaw == Flaw.PLEDGES_FOR_ONE_VIEW) {
            one[PLEDGE] = 0;
        }
    }

    /** For a message of a test. */
    @Override
    public String toString() {
        return start + " " + Arrays.asList(contents, renewals, flaw);
    }
}
