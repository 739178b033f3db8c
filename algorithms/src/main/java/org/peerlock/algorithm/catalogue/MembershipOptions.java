package org.peerlock.algorithm.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.MembershipBroadcast;
import org.peerlock.algorithm.permission.MembershipInsertion;
import org.peerlock.algorithm.permission.MembershipLearning;
import org.peerlock.algorithm.permission.MembershipMessage;
import org.peerlock.algorithm.permission.MembershipState;

/**
 * The options of {@link Membership}.
 *
 * @param members the nodes that are members when the group starts
 * @param names the name of each node, in the order of their numbers
 * @param learning the method by which a new node learns a high enough number
 * @param broadcast whether a new node broadcasts that it joins; otherwise a sponsor tells the others
 */
public record MembershipOptions(NodeSet members, List<Integer> names, MembershipLearning learning, boolean broadcast) {

    private static final String MEMBERS = "members";
    private static final String NAMES = "names";
    private static final String LEARN = "learn";
    private static final String JOIN = "join";
    private static final String SPONSOR = "sponsor";
    private static final String BROADCAST = "broadcast";

    /** Creates a node of a group with these options. */
    public interface NodeFactory {

        Membership make(int me, MembershipOptions options);
    }

    /** The catalogue entry of the algorithm whose nodes this factory creates. */
    public static CatalogueEntry<MembershipState, MembershipMessage> entry(NodeFactory nodeFactory) {
        return new CatalogueEntry<>(Membership.PROFILE, meanings(), config -> {
            MembershipOptions options = of(config);
            return me -> nodeFactory.make(me, options);
        });
    }

    private static SortedMap<String, String> meanings() {
        SortedMap<String, String> meanings = new TreeMap<>();
        meanings.put(MEMBERS, "such as 1,2: the nodes that are members at the start; the others may join; default all");
        meanings.put(NAMES, "such as 7,3,12: what the nodes are called, the least wins ties; default their numbers");
        meanings.put(
                LEARN,
                "query, each, growth, wait or fourth: how a new node learns a high enough number; default query;"
                        + " growth and fourth need increments of 1, wait bounded sections, fourth a fifo network");
        meanings.put(JOIN, "sponsor or broadcast: who tells the others of a new node; default sponsor");
        return meanings;
    }

    /** Parses the options; throws an {@link IllegalArgumentException} if one is invalid. */
    private static MembershipOptions of(GroupConfig config) {
        return new MembershipOptions(
                members(config),
                names(config),
                MembershipLearning.named(config.options().getOrDefault(LEARN, MembershipLearning.QUERY.toString())),
                broadcasts(config.options().getOrDefault(JOIN, SPONSOR)));
    }

    private static boolean broadcasts(String join) {
        if (!join.equals(SPONSOR) && !join.equals(BROADCAST)) {
            throw new IllegalArgumentException("a node cannot join by '" + join + "', only by: sponsor, broadcast");
        }
        return join.equals(BROADCAST);
    }

    /** How node {@code me} joins, and adds others. */
    public MembershipInsertion insertion(int me) {
        return broadcast
                ? new MembershipBroadcast(me, names.size(), learning)
                : new MembershipInsertion(me, names.size(), learning);
    }

    private static NodeSet members(GroupConfig config) {
        NodeSet members = NodeSet.empty();
        for (int node : numbers(config, MEMBERS)) {
            if (node < 1 || node > config.nodes()) {
                throw new IllegalArgumentException("there is no node " + node + " that could be a member");
            }
            members = members.plus(node);
        }
        return members;
    }

    private static List<Integer> names(GroupConfig config) {
        List<Integer> names = numbers(config, NAMES);
        if (names.size() != config.nodes() || new TreeSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("expected " + config.nodes() + " different names, not '"
                    + config.options().get(NAMES) + "'");
        }
        return names;
    }

    /** The numbers that the option lists; the nodes' own numbers if the option is missing. */
    private static List<Integer> numbers(GroupConfig config, String option) {
        String text = config.options().get(option);
        if (text == null) {
            return IntStream.rangeClosed(1, config.nodes()).boxed().toList();
        }
        List<Integer> numbers = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            try {
                numbers.add(Integer.valueOf(word.strip()));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "option " + option + " lists numbers such as 1,2, not '" + text + "'", e);
            }
        }
        return numbers;
    }
}
