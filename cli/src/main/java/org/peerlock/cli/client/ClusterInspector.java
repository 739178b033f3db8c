package org.peerlock.cli.client;

import java.util.List;
import org.peerlock.Inspection;
import org.peerlock.LockUse;
import org.peerlock.Member;

/** Shows the state of a cluster: its members and its locks. */
public interface ClusterInspector extends AutoCloseable {

    /** Returns who holds the lock of this name, and who waits for it. */
    Inspection inspect(String lock) throws InterruptedException;

    /** Returns all processes of the cluster. */
    List<Member> members() throws InterruptedException;

    /** Returns the locks that are in use anywhere in the cluster, the most often acquired first. */
    List<LockUse> locks() throws InterruptedException;

    @Override
    void close();
}
