package org.peerlock.algorithm.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.MembershipLearning;

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

    static final SortedMap<String, String> MEANINGS = meanings();

    private static SortedMap<String, String> meanings() {
        SortedMap<String, String> meanings = new TreeMap<>();
        meanings.put(MEMBERS, "such as 1,2: the nodes that are members at the start; the others may join; default all");
        meanings.put(NAMES, "such as 7,3,12: what the nodes are called, the least wins ties; default their numbers");
        meanings.put(
                LEARN,
                "query, each, growth, wait or fourth: how a new node learns a high enough number; default query;"
                        + " growth and fourth need increments of 1, wait bounded sections, fourth a fifo network");
        return Collections.unmodifiableSortedMap(meanings);
    }

    /**
     * Reads the options of a setting.
     *
     * @throws IllegalArgumentException if one makes no sense
     */
    public static MembershipOptions of(Setting setting) {
        return new MembershipOptions(
                members(setting),
                names(setting),
                MembershipLearning.named(
                        setting.options().getOrDefault(LEARN, MembershipLearning.QUERY.toString())));
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
            throw new IllegalArgumentException(
                    "expected " + setting.nodes() + " different names, not '" + setting.options().get(NAMES) + "'");
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
                throw new IllegalArgumentException("option " + option + " lists numbers such as 1,2, not '" + text + "'", e);
            }
        }
        return numbers;
    }
}
