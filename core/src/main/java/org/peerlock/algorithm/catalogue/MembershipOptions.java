package org.peerlock.algorithm.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.MembershipLearning;
import org.peerlock.algorithm.permission.MembershipMessage;
import org.peerlock.algorithm.permission.MembershipState;

/**
 * What can be chosen about {@link Membership}.
 *
 * @param members who is a member when the group starts
 * @param names what each node is called, in order of their numbers
 * @param learning how a new node learns a high enough number
 */
public record MembershipOptions(NodeSet members, List<Integer> names, MembershipLearning learning) {

    private static final String MEMBERS = "members";
    private static final String NAMES = "names";
    private static final String LEARN = "learn";

    /** Makes a node of a group with such options. */
    public interface Maker {

        Membership make(int me, MembershipOptions options);
    }

    /** The algorithm by name, with nodes that are made so. */
    public static Entry<MembershipState, MembershipMessage> entry(Maker maker) {
        return new Entry<>(Membership.PROFILE, meanings(), setting -> {
            MembershipOptions options = of(setting);
            return me -> maker.make(me, options);
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
        return meanings;
    }

    /** Reads the options of a setting; throws an {@link IllegalArgumentException} if one makes no sense. */
    private static MembershipOptions of(Setting setting) {
        return new MembershipOptions(
                members(setting),
                names(setting),
                MembershipLearning.named(setting.options().getOrDefault(LEARN, MembershipLearning.QUERY.toString())));
    }

    private static NodeSet members(Setting setting) {
        NodeSet members = NodeSet.empty();
        for (int node : numbers(setting, MEMBERS)) {
            if (node < 1 || node > setting.nodes()) {
                throw new IllegalArgumentException("there is no node " + node + " that could be a member");
            }
            members = members.plus(node);
        }
        return members;
    }

    private static List<Integer> names(Setting setting) {
        List<Integer> names = numbers(setting, NAMES);
        if (names.size() != setting.nodes() || new TreeSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("expected " + setting.nodes() + " different names, not '"
                    + setting.options().get(NAMES) + "'");
        }
        return names;
    }

    /** The option's numbers; the nodes' own if it is not there. */
    private static List<Integer> numbers(Setting setting, String option) {
        String text = setting.options().get(option);
        if (text == null) {
            return IntStream.rangeClosed(1, setting.nodes()).boxed().toList();
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
