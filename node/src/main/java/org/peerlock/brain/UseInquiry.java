package org.peerlock.brain;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** How much is each lock used, in all places together? */
public final class UseInquiry extends Inquiry<Packet.Uses> {

    private final Consumer<List<Overview.Known>> done;

    /** @param done told once, on the loop, of the locks that were told by those who have answered, each once */
    public UseInquiry(Consumer<List<Overview.Known>> done) {
        super(Packet.Uses.class);
        this.done = done;
    }

    @Override
    Packet.Question question(long number) {
        return new Packet.Census(number);
    }

    @Override
    void tell(Findings.Here here) {
        SortedMap<String, Overview.Known> sums = new TreeMap<>();
        replies.values().stream()
                .flatMap(uses -> uses.locks().stream())
                .forEach(known -> sums.merge(known.lock(), known, Overview.Known::plus));
        done.accept(List.copyOf(sums.values()));
    }
}
