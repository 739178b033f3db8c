package org.peerlock.internal.engine.inspection;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
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
 */
public final class ConflictInquiry extends Inquiry<Packet.LockReply> {

    private final AcquireRequest request;
    private final LongSupplier clock;
    private final long madeAt;
    private final Runnable onConflict;

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
    boolean isDecided() {
        return request.capacity().kind() == Capacity.Kind.SEMAPHORE ? tooFewPermits() : heldAgainst();
    }

    private boolean heldAgainst() {
        return replies.values().stream()
                .map(this::statusOf)
                .anyMatch(status -> status != null && status.holders().stream().anyMatch(this::excludes));
    }

    private boolean excludes(LockStatus.LockHolder holder) {
        return request.mode() == Mode.EXCLUSIVE || holder.mode() == Mode.EXCLUSIVE;
    }

    private boolean tooFewPermits() {
        long age = clock.getAsLong() - madeAt;
        long held = replies.values().stream()
                .map(this::statusOf)
                .filter(status -> status != null)
                .flatMap(status -> status.holders().stream())
                .filter(holder -> holder.heldNanos() > age)
                .mapToLong(LockStatus.LockHolder::permits)
                .sum();
        return held + request.permits() > request.capacity().permits();
    }

    /**
     * What a member says of the lock; null if it does not know it, or takes it for another kind.
     */
    private @Nullable LockStatus statusOf(Packet.LockReply reply) {
        LockStatus status = reply.status();
        return status != null && status.capacity().equals(request.capacity()) ? status : null;
    }

    @Override
    void tell(LockInquiryResult.Requester requester) {
        if (isDecided()) {
            onConflict.run();
        }
    }
}
