package org.peerlock.algorithm;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

/**
 * The life cycle of a node's own request, for algorithms whose nodes make one request at a time,
 * and the greatest fence that the node knows. Algorithms differ in when a request enters; the rest
 * of the life cycle is the same.
 *
 * <pre>
 *              ask              enter            leave
 *     IDLE ----------&gt; WAITING ---------&gt; INSIDE ---------&gt; IDLE
 *                         |
 *                         | cancel              end
 *                         +----------&gt; WITHDRAWN ---------&gt; IDLE
 * </pre>
 *
 * @param phase the phase of the request
 * @param id the request that is under way, or else the last one
 * @param fence the greatest fence known
 */
public record OwnRequest(Phase phase, long id, long fence) {

    /** The initial value for a node: inside, if the group starts with its request inside. */
    public static OwnRequest at(Start start, int node) {
        return start.insideAt(node)
                .map(request -> new OwnRequest(INSIDE, request.id(), start.fence()))
                .orElse(new OwnRequest(IDLE, 0, start.fence()));
    }

    /** Whether the request waits or is inside. */
    public boolean requesting() {
        return phase == WAITING || phase == INSIDE;
    }

    /** Whether answers to the request may still arrive: it waits, or it was withdrawn. */
    public boolean hasAsked() {
        return phase == WAITING || phase == WITHDRAWN;
    }

    public OwnRequest knowing(long known) {
        return new OwnRequest(phase, id, Math.max(fence, known));
    }

    public OwnRequest ask(Request request) {
        Expect.that(phase == IDLE, "a node makes one request at a time");
        return new OwnRequest(WAITING, request.id(), fence);
    }

    /** The request enters with the next fence. */
    public OwnRequest enter(Effects<?> out) {
        return enter(fence + 1, out);
    }

    /** The request enters with this fence, or with the greatest one known if that is greater. */
    public OwnRequest enter(long next, Effects<?> out) {
        OwnRequest inside = new OwnRequest(INSIDE, id, Math.max(fence, next));
        out.enter(id, inside.fence);
        return inside;
    }

    /** All answers have arrived: the request enters, or ends if it was cancelled meanwhile. */
    public OwnRequest proceed(Effects<?> out) {
        return phase == WITHDRAWN ? end(out) : enter(out);
    }

    public OwnRequest leave(long requestId, long lastFence) {
        Expect.that(phase == INSIDE && id == requestId, "only a node that is inside can leave");
        return idle().knowing(lastFence);
    }

    /** The request will not enter. It ends when all answers to it have arrived, or at once. */
    public OwnRequest cancel(long requestId) {
        Expect.that(phase == WAITING && id == requestId, "only a request that waits can be cancelled");
        return new OwnRequest(WITHDRAWN, id, fence);
    }

    /**
     * Like {@link #cancel}, but the application may make its next request before the answers have
     * arrived.
     */
    public OwnRequest abandon(long requestId, Effects<?> out) {
        OwnRequest abandoned = cancel(requestId);
        out.withdrawn(id);
        return abandoned;
    }

    /** The messages that were sent for the abandoned request serve this one. */
    public OwnRequest askInstead(Request request) {
        Expect.that(phase == WITHDRAWN, "only a withdrawn request can be replaced by another");
        return new OwnRequest(WAITING, request.id(), fence);
    }

    /** The cancelled request has ended. */
    public OwnRequest end(Effects<?> out) {
        out.withdrawn(id);
        return idle();
    }

    public OwnRequest idle() {
        return new OwnRequest(IDLE, id, fence);
    }

    @Override
    public String toString() {
        return "(phase=" + phase + " id=" + id + " fence=" + fence + ")";
    }
}
