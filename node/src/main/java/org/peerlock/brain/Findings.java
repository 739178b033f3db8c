package org.peerlock.brain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.registry.Incarnation;

/**
 * What came of a {@link LockInquiry}. The members have answered one after the other, not at one moment: while a lock passes from
 * one to another, it may be seen at both, or at none.
 *
 * @param members all that were asked, and where they are reached
 * @param labels what they are called, as far as that is known
 * @param answers of those that have answered
 */
public record Findings(
        String lock,
        Here here,
        SortedMap<Incarnation, String> members,
        SortedMap<Incarnation, String> labels,
        SortedMap<Incarnation, Packet.Answer> answers) {

    public Findings {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
    }

    /**
     * The node that has asked.
     *
     * @param algorithms decide about all locks
     * @param grants whether it may let anybody in at all now
     */
    public record Here(Incarnation me, Algorithms algorithms, boolean grants) {}

    /** How the lock stands where it is known. */
    public SortedMap<Incarnation, Standing> standings() {
        SortedMap<Incarnation, Standing> standings = new TreeMap<>();
        answers.forEach((node, answer) -> {
            Standing standing = answer.standing();
            if (standing != null) {
                standings.put(node, standing);
            }
        });
        return standings;
    }

    /** What kind of lock it is; null if nobody knows it. Where nodes disagree, that of somebody who has it counts. */
    public @Nullable Capacity capacity() {
        List<Standing> known = new ArrayList<>(standings().values());
        known.sort((one, other) -> Boolean.compare(other.inside(), one.inside()));
        return known.isEmpty() ? null : known.get(0).capacity();
    }

    /** What a node is called; empty if it has never told. */
    public String label(Incarnation node) {
        Packet.Answer answer = answers.get(node);
        return answer == null ? labels.getOrDefault(node, "") : answer.label();
    }
}
