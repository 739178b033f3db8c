package org.peerlock.cli.client;

import java.time.Duration;
import java.util.List;
import org.peerlock.ClusterObserver;
import org.peerlock.Inspection;
import org.peerlock.LockUse;
import org.peerlock.Member;

/** Inspects a cluster without joining it, for commands that find no resident node. */
record ObserverClient(ClusterObserver observer) implements ClusterInspector {

    /** How long the members may take to answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @Override
    public Inspection inspect(String lock) throws InterruptedException {
        return observer.inspect(lock, TIMEOUT);
    }

    @Override
    public List<Member> members() throws InterruptedException {
        return observer.members(TIMEOUT);
    }

    @Override
    public List<LockUse> locks() throws InterruptedException {
        return observer.locks(TIMEOUT);
    }

    @Override
    public void close() {
        observer.close();
    }
}
