package org.peerlock.brain;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.peerlock.brain.registry.Incarnation;

/** A question to all members how a lock stands. It is the loop's alone, and over when all have answered or nobody waits for the rest. */
public final class Inquiry {

    private final String lock;
    private final Consumer<Findings> done;
    private final SortedMap<Incarnation, String> members = new TreeMap<>();
    private final SortedMap<Incarnation, String> labels = new TreeMap<>();
    private final SortedMap<Incarnation, Packet.Answer> answers = new TreeMap<>();
    private boolean over;

    /** @param done told once, on the loop, what has been found out */
    public Inquiry(String lock, Consumer<Findings> done) {
        this.lock = lock;
        this.done = done;
    }

    String lock() {
        return lock;
    }

    /** This one is asked, there; it is called so, if that is known. */
    void ask(Incarnation member, String address, String label) {
        members.put(member, address);
        labels.put(member, label);
    }

    void answer(Incarnation by, Packet.Answer answer) {
        if (members.containsKey(by)) {
            answers.put(by, answer);
        }
    }

    boolean complete() {
        return answers.size() == members.size();
    }

    /** Tells what is known by now. */
    void conclude(Findings.Here here) {
        if (!over) {
            over = true;
            done.accept(new Findings(lock, here, members, labels, answers));
        }
    }
}
