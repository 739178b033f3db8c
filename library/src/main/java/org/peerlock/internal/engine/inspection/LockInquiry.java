package org.peerlock.internal.engine.inspection;

import java.util.function.Consumer;
import org.peerlock.internal.protocol.Packet;

/** How does a lock stand? */
public final class LockInquiry extends Inquiry<Packet.LockReply> {

    private final String lock;
    private final Consumer<LockInquiryResult> done;

    /** @param done told once, on the loop, what has been found out */
    public LockInquiry(String lock, Consumer<LockInquiryResult> done) {
        super(Packet.LockReply.class);
        this.lock = lock;
        this.done = done;
    }

    @Override
    Packet.Question question(long number) {
        return new Packet.LockQuery(number, lock);
    }

    @Override
    void tell(LockInquiryResult.Requester requester) {
        done.accept(new LockInquiryResult(lock, requester, members, labels, replies));
    }
}
