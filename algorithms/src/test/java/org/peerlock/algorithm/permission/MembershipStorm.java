package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Conversation.Envelope;
import org.peerlock.algorithm.Conversation.Timer;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.MembershipState.Claim;

/**
 * A random run: nodes request, cancel, join, leave and crash at random while messages overtake each
 * other; then no new request is made, and every request that waits must enter.
 *
 * <p>After every step: one node is inside at most, fences grow, and every member's next number is
 * greater than that of every request under way that was made without asking it.
 */
final class MembershipStorm {

    private static final int NODES = 6;

    private final List<Integer> names = new ArrayList<>();
    private final Conversation<MembershipState, MembershipMessage> group;
    private final MembershipLearning learning;
    private final Random random;
    /** Links on which messages take longer. */
    private final boolean[][] slow = new boolean[NODES + 1][NODES + 1];

    private final SortedSet<Integer> crashed = new TreeSet<>();
    /**
     * For each node, the nodes that its claim has asked, except those that it no longer waits for.
     */
    private final SortedMap<Integer, NodeSet> asked = new TreeMap<>();
    /** For each node, the number of its claim after the last step. */
    private final SortedMap<Integer, Long> numbers = new TreeMap<>();
    /**
     * For each timer that waits until all are served, the claims that it waits for: node and
     * number.
     */
    private final SortedMap<Integer, SortedMap<Integer, Long>> before = new TreeMap<>();

    private final SortedMap<Integer, Long> requests = new TreeMap<>();
    private final SortedSet<Integer> members = new TreeSet<>();
    private int crashes;
    private int entries;
    private long greatestFence;
    private int joined;

    /** Prepares a run in which at most {@code crashes} nodes crash. */
    MembershipStorm(MembershipLearning learning, boolean broadcast, long seed, int crashes) {
        this.learning = learning;
        this.crashes = crashes;
        random = new Random(seed);
        IntStream.rangeClosed(1, NODES).forEach(names::add);
        Collections.shuffle(names, random);
        for (int link = 0; link < NODES; link++) {
            slow[1 + random.nextInt(NODES)][1 + random.nextInt(NODES)] = true;
        }
        NodeSet founders = NodeSet.all(2 + random.nextInt(4));
        List<Algorithm<MembershipState, MembershipMessage>> nodes = new ArrayList<>();
        for (int me = 1; me <= NODES; me++) {
            MembershipInsertion insertion = broadcast
                    ? new MembershipBroadcast(me, NODES, learning)
                    : new MembershipInsertion(me, NODES, learning);
            nodes.add(new Membership(me, founders, names, insertion));
        }
        group = new Conversation<>(nodes, Start.fresh());
        for (int founder : founders) {
            members.add(founder);
        }
    }

    /** Executes the run; returns how many nodes became members. */
    int run(int steps) {
        for (int step = 0; step < steps; step++) {
            randomStep();
            check();
        }
        for (int step = 0; !isOver(); step++) {
            assertThat(step).as("steps until all is over").isLessThan(10_000);
            if (random.nextInt(4) == 0) {
                release();
            } else if (!deliver()) {
                expire(true);
            }
            check();
        }
        return joined;
    }

    private boolean isOver() {
        boolean leaving = alive().stream().anyMatch(node -> status(node) == MemberStatus.LEAVING);
        return group.underway().isEmpty()
                && group.inside().isEmpty()
                && group.waiting().isEmpty()
                && !leaving
                && withdrawn();
    }

    private boolean withdrawn() {
        return alive().stream().allMatch(node -> group.state(node).claim().phase() != Phase.WITHDRAWN);
    }

    private List<Integer> alive() {
        return IntStream.rangeClosed(1, NODES)
                .boxed()
                .filter(node -> !crashed.contains(node))
                .toList();
    }

    private MemberStatus status(int node) {
        return group.state(node).status();
    }

    private void randomStep() {
        List<Integer> alive = alive();
        int node = alive.get(random.nextInt(alive.size()));
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> request(node);
            case 3 -> cancel(node);
            case 4, 5 -> release();
            case 6 -> join(node, alive.get(random.nextInt(alive.size())));
            case 7 -> leave(node);
            case 8 -> expire(false);
            case 9 -> crash(node);
            default -> deliver();
        }
    }

    private void request(int node) {
        if (status(node) == MemberStatus.MEMBER && isIdle(node)) {
            requests.put(node, group.request(node));
        }
    }

    private boolean isIdle(int node) {
        return !group.waiting().contains(node)
                && !group.inside().contains(node)
                && group.state(node).claim().phase() != Phase.WITHDRAWN;
    }

    private void cancel(int node) {
        if (group.waiting().contains(node) && random.nextInt(3) == 0) {
            group.cancel(node);
        }
    }

    private void release() {
        for (int node : group.inside()) {
            greatestFence += random.nextInt(3);
            group.release(node, requests.getOrDefault(node, 1L), greatestFence);
        }
    }

    private void join(int node, int sponsor) {
        if (node != sponsor && status(node) == MemberStatus.OUTSIDE) {
            group.give(node, (member, state, out) -> member.onJoin(state, sponsor, out));
        }
    }

    private void leave(int node) {
        boolean last = alive().stream().noneMatch(other -> other != node && status(other) == MemberStatus.MEMBER);
        if (status(node) == MemberStatus.MEMBER && isIdle(node) && !last && random.nextInt(3) == 0) {
            group.give(node, MembershipAlgorithm::onLeave);
        }
    }

    /** Never the last member, because then no node could add others. */
    private void crash(int node) {
        boolean last = alive().stream().noneMatch(other -> other != node && status(other) == MemberStatus.MEMBER);
        if (crashes > 0 && !last && random.nextInt(20) == 0) {
            crashes--;
            crashed.add(node);
            group.crash(node);
        }
    }

    private boolean deliver() {
        List<Envelope<MembershipMessage>> underway = group.underway();
        if (underway.isEmpty()) {
            return false;
        }
        Envelope<MembershipMessage> one = underway.get(random.nextInt(underway.size()));
        for (int i = 0; i < 20 && slow[one.from()][one.to()]; i++) {
            one = underway.get(random.nextInt(underway.size()));
        }
        if (learning == MembershipLearning.FOURTH) { // the oldest of the link
            group.deliver(one.from(), one.to());
        } else {
            group.deliver(one);
        }
        return true;
    }

    private void expire(boolean due) {
        List<Timer> timers = new ArrayList<>(group.timers());
        Collections.shuffle(timers, random);
        for (Timer timer : timers) {
            if (mayExpire(timer) && (due || random.nextInt(4) == 0)) {
                group.expire(timer.node(), timer.id());
                return;
            }
        }
    }

    /**
     * The first timer may expire at any time; the others not before what they wait for has surely
     * happened.
     */
    private boolean mayExpire(Timer timer) {
        boolean busy = group.underway().stream()
                .anyMatch(envelope -> envelope.from() == timer.node() || envelope.to() == timer.node());
        return switch (timer.id().name()) {
            case "t1" -> true;
            case "interval" -> group.underway().isEmpty();
            case "quiet" ->
                !busy && before.getOrDefault(timer.node(), new TreeMap<>()).isEmpty();
            default -> !busy;
        };
    }

    private void check() {
        assertThat(group.inside()).hasSizeLessThanOrEqualTo(1);
        for (long fence : group.fences().subList(entries, group.fences().size())) {
            assertThat(fence).isGreaterThan(greatestFence);
            greatestFence = fence;
        }
        entries = group.fences().size();
        alive().forEach(this::observe);
        for (int x : alive()) {
            if (status(x) == MemberStatus.MEMBER) {
                checkNumber(x);
            }
        }
    }

    /**
     * Records which nodes a new claim has asked, and drops those that it no longer waits for
     * although they have not replied.
     */
    private void observe(int node) {
        MembershipState state = group.state(node);
        Claim claim = state.claim();
        if (state.status() != MemberStatus.MEMBER) {
            members.remove(node);
        } else if (members.add(node)) {
            joined++;
        }
        if (claim.numbers().our() != numbers.getOrDefault(node, 0L)) {
            numbers.put(node, claim.numbers().our());
            asked.put(node, state.group().members().minus(node));
        }
        asked.computeIfPresent(
                node, (any, others) -> others.intersection(state.group().members()));
        boolean quiet = group.timers().stream()
                .anyMatch(timer -> timer.node() == node && timer.id().name().equals("quiet"));
        if (!quiet) {
            before.remove(node);
        } else {
            SortedMap<Integer, Long> claims = before.computeIfAbsent(node, any -> underWay());
            claims.entrySet().removeIf(old -> !old.getValue().equals(underWay().get(old.getKey())));
        }
    }

    private SortedMap<Integer, Long> underWay() {
        SortedMap<Integer, Long> claims = new TreeMap<>();
        for (int node : alive()) {
            if (group.state(node).claim().requesting()) {
                claims.put(node, group.state(node).claim().numbers().our());
            }
        }
        return claims;
    }

    private void checkNumber(int x) {
        for (int r : alive()) {
            Claim claim = group.state(r).claim();
            if (r != x
                    && claim.requesting()
                    && !asked.getOrDefault(r, NodeSet.empty()).contains(x)) {
                assertThat(group.state(x).claim().numbers().highest() + 1)
                        .as("the next number of %d, which %d has not asked", x, r)
                        .isGreaterThan(claim.numbers().our());
            }
        }
    }
}
