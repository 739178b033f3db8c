package org.peerlock.internal.engine.inspection;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/** Asks how much each lock is used, and adds up the replies. */
public final class UsageInquiry extends Inquiry<Packet.UsageReply> {

    private final Consumer<List<NodeOverview.KnownLock>> done;

    /** @param done receives the sums once, on the loop, with one entry for each lock */
    public UsageInquiry(Consumer<List<NodeOverview.KnownLock>> done) {
        super(Packet.UsageReply.class);
        this.done = done;
    }

    @Override
    Packet.Question question(long number) {
        return new Packet.UsageQuery(number);
    }

    @Override
    void tell(LockInquiryResult.Requester requester) {
        SortedMap<String, NodeOverview.KnownLock> sums = new TreeMap<>();
        replies.values().stream()
                .flatMap(usageReply -> usageReply.locks().stream())
                .forEach(knownLock -> sums.merge(knownLock.lock(), knownLock, NodeOverview.KnownLock::plus));
        done.accept(List.copyOf(sums.values()));
    }
}
