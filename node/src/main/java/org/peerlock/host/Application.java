package org.peerlock.host;

import org.peerlock.brain.Loss;

/** What a node tells those who use it. It is told on the thread of the brain, so nothing here may take long. */
public interface Application {

    /** A view has begun at this node: it is a member. */
    void opened();

    /** Holds of this generation are valid no longer; told before that can be seen. */
    void lapsed(long generation, Loss reason);

    /** A hold is lost; told after that can be seen. */
    void lost(String lock, long fence, Loss reason);

    /** The node must not take part in this cluster: nothing will happen any more. */
    void refused(String reason);

    /** The node has left, as it was asked to: nothing will happen any more. */
    void ended();

    /** The node has met what cannot be, and has stopped, so that it does no harm: nothing will happen any more. */
    void failed(Throwable defect);
}
