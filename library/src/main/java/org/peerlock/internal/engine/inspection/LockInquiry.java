package org.peerlock.internal.engine.inspection;

import java.util.function.Consumer;
import org.peerlock.internal.protocol.Packet;

/** Asks for the status of a lock at every member. */
public final class LockInquiry extends Inquiry<Packet.LockReply> {

    private final String lock;
    private final Consumer<LockInquiryResult> done;

    /** @param done receives the result once, on the loop */
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
