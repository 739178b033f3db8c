package org.peerlock.host;

import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Loss;

/** What a node tells those who use it. It is told on the thread of the brain, so nothing here may take long. */
public interface Application {

    /** A view has begun at this node: it is a member. */
    void opened();

    /** Holds of this generation are valid no longer; told before that can be seen. */
    void lapsed(long generation, Loss reason);

    /** Holds were lost; told after that can be seen. */
    void lost();

    /**
     * Nothing will happen any more.
     *
     * @param reason null if the node has left, as it was asked to
     */
    void ended(@Nullable IllegalStateException reason);
}
