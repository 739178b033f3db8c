package org.peerlock.internal.engine.inspection;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/** How much is each lock used, in all places together? */
public final class UsageInquiry extends Inquiry<Packet.UsageReply> {

    private final Consumer<List<NodeOverview.KnownLock>> done;

    /** @param done told once, on the loop, of the locks that were told by those who have answered, each once */
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
