package org.peerlock.brain;

import java.util.function.Consumer;

/** How does a lock stand? */
public final class LockInquiry extends Inquiry<Packet.Answer> {

    private final String lock;
    private final Consumer<Findings> done;

    /** @param done told once, on the loop, what has been found out */
    public LockInquiry(String lock, Consumer<Findings> done) {
        super(Packet.Answer.class);
        this.lock = lock;
        this.done = done;
    }

    @Override
    Packet.Question question(long number) {
        return new Packet.Query(number, lock);
    }

    @Override
    void tell(Findings.Here here) {
        done.accept(new Findings(lock, here, members, labels, replies));
    }
}
