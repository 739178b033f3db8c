package org.peerlock.cli.resident;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockListener;

/** Says why the node cannot grant locks now, if so. */
final class NodeAvailability implements PeerlockListener {

    private static final String LEAVING = "this node is leaving its cluster";

    private volatile @Nullable String unavailableReason;
    private volatile boolean leaving;

    @Override
    public void registryUnavailable(String reason) {
        unavailableReason = "the registry cannot be used: " + reason;
    }

    @Override
    public void registryAvailable() {
        unavailableReason = null;
    }

    void requireNotLeaving() {
        if (leaving) {
            throw new ApiException(
                    HttpResponseStatus.SERVICE_UNAVAILABLE, LEAVING, "start another node, or go on without one");
        }
    }

    /** The node grants no locks from now on. */
    void beginLeaving() {
        leaving = true;
    }

    /** Returns null if the node can grant locks. */
    @Nullable String unavailableReason() {
        return leaving ? LEAVING : unavailableReason;
    }
}
