package org.peerlock.internal.engine.inspection;

import java.util.function.LongSupplier;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/**
 * Asks all members whether somebody holds a lock so that a request cannot be granted now. It ends
 * with the first reply that proves it; if all have replied and none proves it, the lock is free or
 * on its way, and nothing is reported.
 *
 * <p>The request must be submitted before this inquiry. Then a holder that a member reports is
 * never the one who asks: the own request is decided before its hold is visible anywhere.
 *
 * <p>For an exclusive holder, one reply is a proof: the lock was held when the member replied.
 * Permits of a semaphore have to be added up, although the replies are not of one moment, and a
 * permit that moves may be seen twice. Therefore only those count that were held already when the
 * inquiry was made: all of them were held at that moment.
 *
 * <p>Each reply is judged once, when it arrives: its times end then.
 */
public final class ConflictInquiry extends Inquiry<Packet.LockReply> {

    private final AcquireRequest request;
    private final LongSupplier clock;
    private final long madeAt;
    private final Runnable onConflict;
    /** How many permits were certainly held when the inquiry was made. */
    private long permitsHeld;

    private boolean conflict;

    /**
     * @param clock the node's monotonic clock, in nanoseconds
     * @param onConflict called on the loop, at most once
     */
    public ConflictInquiry(AcquireRequest request, LongSupplier clock, Runnable onConflict) {
        super(Packet.LockReply.class);
        this.request = request;
        this.clock = clock;
        this.onConflict = onConflict;
        madeAt = clock.getAsLong();
    }

    @Override
    Packet.Question question(long number) {
        return new Packet.LockQuery(number, request.lock());
    }

    @Override
    void onReply(Packet.LockReply reply) {
        LockStatus status = reply.status();
        if (status == null || !status.capacity().equals(request.capacity())) {
            return; // the member does not know the lock, or takes it for another kind
        }
        conflict |= request.capacity().kind() == Capacity.Kind.SEMAPHORE
                ? leavesTooFewPermits(status)
                : status.holders().stream().anyMatch(this::excludes);
    }

    @Override
    boolean isDecided() {
        return conflict;
    }

    private boolean excludes(LockStatus.LockHolder holder) {
        return request.mode() == Mode.EXCLUSIVE || holder.mode() == Mode.EXCLUSIVE;
    }

    private boolean leavesTooFewPermits(LockStatus status) {
        long age = clock.getAsLong() - madeAt;
        permitsHeld += status.holders().stream()
                .filter(holder -> holder.heldNanos() > age)
                .mapToLong(LockStatus.LockHolder::permits)
                .sum();
        return permitsHeld + request.permits() > request.capacity().permits();
    }

    @Override
    void tell(LockInquiryResult.Requester requester) {
        if (conflict) {
            onConflict.run();
        }
    }
}
