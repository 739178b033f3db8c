package org.peerlock.algorithm;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

/**
 * The life of a node's own request, where a node makes one at a time, and the greatest fence that the node knows. Algorithms
 * differ in when a request enters; from asking to leaving they are alike.
 *
 * <pre>
 *              ask              enter            leave
 *     IDLE ----------&gt; WAITING ---------&gt; INSIDE ---------&gt; IDLE
 *                         |
 *                         | cancel              end
 *                         +----------&gt; WITHDRAWN ---------&gt; IDLE
 * </pre>
 *
 * @param phase where the request is
 * @param id the request that is under way, or was the last
 * @param fence the greatest fence known
 */
public record OwnRequest(Phase phase, long id, long fence) {

    /** How a node starts: inside, if it is so already. */
    public static OwnRequest at(Start start, int node) {
        return start.insideAt(node)
                .map(request -> new OwnRequest(INSIDE, request.id(), start.fence()))
                .orElse(new OwnRequest(IDLE, 0, start.fence()));
    }

    /** Whether the request waits or is inside. */
    public boolean requesting() {
        return phase == WAITING || phase == INSIDE;
    }

    /** Whether what was sent for the request is still to be answered: it waits, or was withdrawn. */
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

    /** The request enters with this fence, or the greatest one known if that is greater. */
    public OwnRequest enter(long next, Effects<?> out) {
        OwnRequest inside = new OwnRequest(INSIDE, id, Math.max(fence, next));
        out.enter(id, inside.fence);
        return inside;
    }

    /** All answers are in: the request enters or, if it was cancelled meanwhile, ends. */
    public OwnRequest proceed(Effects<?> out) {
        return phase == WITHDRAWN ? end(out) : enter(out);
    }

    public OwnRequest leave(long requestId, long lastFence) {
        Expect.that(phase == INSIDE && id == requestId, "only who is inside can leave");
        return idle().knowing(lastFence);
    }

    /** The request will not enter; it ends when the answers to what was sent for it are in, or at once. */
    public OwnRequest cancel(long requestId) {
        Expect.that(phase == WAITING && id == requestId, "only a request that waits can be cancelled");
        return new OwnRequest(WITHDRAWN, id, fence);
    }

    /** The same, but the application may ask again before the answers are in. */
    public OwnRequest abandon(long requestId, Effects<?> out) {
        OwnRequest abandoned = cancel(requestId);
        out.withdrawn(id);
        return abandoned;
    }

    /** What was sent for the request that was abandoned serves this one. */
    public OwnRequest askInstead(Request request) {
        Expect.that(phase == WITHDRAWN, "only a request that was withdrawn makes room for another");
        return new OwnRequest(WAITING, request.id(), fence);
    }

    /** The request that was cancelled is gone. */
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
