package org.peerlock.lab.check.numbering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.NaimiTrehel;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.algorithm.token.TokenRing;
import org.peerlock.lab.world.Renaming;

/**
 * The symmetries of algorithms: which permutations of the nodes' names make no difference. Most
 * algorithms have none, because names break ties, or determine positions in a tree or in request
 * sets.
 */
public final class Renamings {

    private static final Map<Class<?>, Renaming<?, ?>> RENAMINGS = Map.of(
            NaimiTrehel.class, new OfNaimiTrehel(),
            SuzukiKasami.class, new OfSuzukiKasami(),
            TokenRing.class, new OfTokenRing());

    /** 8 nodes have 40,320 permutations, each of which is tried on every state. */
    private static final int MAX_PERMUTED = 8;

    private Renamings() {}

    @SuppressWarnings("unchecked") // each is put under an algorithm that has such states and messages
    public static <S extends Record, M> Optional<Renaming<S, M>> of(Algorithm<S, M> algorithm) {
        return Optional.ofNullable((Renaming<S, M>) RENAMINGS.get(algorithm.getClass()));
    }

    /** A state names nodes only as pointers: all permutations are symmetries. */
    private static final class OfNaimiTrehel implements Renaming<NaimiTrehel.State, NaimiTrehel.Message> {

        @Override
        public List<IntUnaryOperator> symmetries(int nodes) {
            return permutations(nodes);
        }

        @Override
        public NaimiTrehel.State state(NaimiTrehel.State s, IntUnaryOperator names) {
            return new NaimiTrehel.State(s.own(), name(s.last(), names), name(s.next(), names), s.token());
        }

        private static int name(int node, IntUnaryOperator names) {
            return node == NaimiTrehel.State.NOBODY ? node : names.applyAsInt(node);
        }

        @Override
        public NaimiTrehel.Message message(NaimiTrehel.Message message, IntUnaryOperator names) {
            return message instanceof NaimiTrehel.Message.Request request
                    ? new NaimiTrehel.Message.Request(names.applyAsInt(request.node()))
                    : message;
        }
    }

    /**
     * A node that leaves queues the others in cyclic order after its own number: rotations are
     * symmetries.
     */
    private static final class OfSuzukiKasami implements Renaming<SuzukiKasami.State, SuzukiKasami.Message> {

        @Override
        public List<IntUnaryOperator> symmetries(int nodes) {
            return rotations(nodes);
        }

        @Override
        public SuzukiKasami.State state(SuzukiKasami.State s, IntUnaryOperator names) {
            SuzukiKasami.Ledger token = s.token();
            return new SuzukiKasami.State(
                    s.own(), renamed(s.requested(), names), token == null ? null : renamed(token, names));
        }

        @Override
        public SuzukiKasami.Message message(SuzukiKasami.Message message, IntUnaryOperator names) {
            return message instanceof SuzukiKasami.Message.Token token
                    ? new SuzukiKasami.Message.Token(renamed(token.ledger(), names), token.fence())
                    : message;
        }

        private static SuzukiKasami.Ledger renamed(SuzukiKasami.Ledger ledger, IntUnaryOperator names) {
            NodeQueue queue = NodeQueue.empty();
            for (NodeQueue rest = ledger.queue(); !rest.isEmpty(); rest = rest.tail()) {
                queue = queue.append(names.applyAsInt(rest.head()));
            }
            return new SuzukiKasami.Ledger(renamed(ledger.served(), names), queue);
        }

        private static NodeCounters renamed(NodeCounters nodeCounters, IntUnaryOperator names) {
            NodeCounters renamed = NodeCounters.zero(nodeCounters.size());
            for (int node = 1; node <= nodeCounters.size(); node++) {
                renamed = renamed.with(names.applyAsInt(node), nodeCounters.of(node));
            }
            return renamed;
        }
    }

    /** No state names a node; rotations of the ring are symmetries. */
    private static final class OfTokenRing implements Renaming<TokenRing.State, TokenRing.Message> {

        @Override
        public List<IntUnaryOperator> symmetries(int nodes) {
            return rotations(nodes);
        }

        @Override
        public TokenRing.State state(TokenRing.State s, IntUnaryOperator names) {
            return s;
        }

        @Override
        public TokenRing.Message message(TokenRing.Message message, IntUnaryOperator names) {
            return message;
        }
    }

    private static List<IntUnaryOperator> rotations(int nodes) {
        List<IntUnaryOperator> rotations = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            int by = i;
            rotations.add(node -> (node - 1 + by) % nodes + 1);
        }
        return rotations;
    }

    private static List<IntUnaryOperator> permutations(int nodes) {
        if (nodes > MAX_PERMUTED) {
            throw new IllegalArgumentException("with symmetry, at most " + MAX_PERMUTED
                    + " nodes whose names are all as good as any can be searched, not " + nodes
                    + ": there are too many ways to name them");
        }
        List<IntUnaryOperator> all = new ArrayList<>();
        permute(new int[nodes + 1], 1, all);
        return all;
    }

    /** Gives node {@code next} and those after it every free name. */
    private static void permute(int[] names, int next, List<IntUnaryOperator> all) {
        if (next == names.length) {
            int[] done = names.clone();
            all.add(node -> done[node]);
            return;
        }
        for (int name = 1; name < names.length; name++) {
            int candidate = name;
            if (Arrays.stream(names, 1, next).noneMatch(taken -> taken == candidate)) {
                names[next] = candidate;
                permute(names, next + 1, all);
            }
        }
    }
}
