package org.peerlock.cli.resident;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockListener;

/** Knows why nothing can be had at the moment. */
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
            throw new ApiException(HttpResponseStatus.SERVICE_UNAVAILABLE, LEAVING, "start another one");
        }
    }

    /** From now on nothing can be had. */
    void beginLeaving() {
        leaving = true;
    }

    /** A sentence; null if all is well. */
    @Nullable String unavailableReason() {
        return leaving ? LEAVING : unavailableReason;
    }
}
