package org.peerlock.cli.node;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockListener;

/** Knows why nothing can be had at the moment. */
final class Troubles implements PeerlockListener {

    private static final String LEAVING = "this node is leaving its cluster";

    private volatile @Nullable String present;
    private volatile boolean leaving;

    @Override
    public void registryTroubleBegan(String reason) {
        present = "the registry cannot be used: " + reason;
    }

    @Override
    public void registryTroubleEnded() {
        present = null;
    }

    void requireStaying() {
        if (leaving) {
            throw new Refusal(HttpResponseStatus.SERVICE_UNAVAILABLE, LEAVING, "start another one");
        }
    }

    /** From now on nothing can be had. */
    void leave() {
        leaving = true;
    }

    /** A sentence; null if all is well. */
    @Nullable String present() {
        return leaving ? LEAVING : present;
    }
}
