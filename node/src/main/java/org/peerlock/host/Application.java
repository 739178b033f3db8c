package org.peerlock.host;

import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Overview;

/** What a node tells those who use it. It is told on the thread of the brain, so nothing here may take long. */
public interface Application {

    /** A view has begun at this node: it is a member, and that is what it sees. */
    void opened(Overview overview);

    /** Holds of this generation are valid no longer; told before that can be seen. */
    void lapsed(long generation, Loss reason);

    /** Holds were lost; told after that can be seen. */
    void lost();

    /** One of them, which was held with this fence. */
    void lost(String lock, long fence, Loss reason);

    /** The registry can be used no more, for this reason; null: it can again. */
    void troubled(@Nullable String reason);

    /** This node and another one take a lock for different kinds. */
    void disagreed(String reason);

    /**
     * Nothing will happen any more.
     *
     * @param reason null if the node has left, as it was asked to
     */
    void ended(@Nullable IllegalStateException reason);
}
