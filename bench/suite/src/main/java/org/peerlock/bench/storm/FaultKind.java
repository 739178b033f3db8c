package org.peerlock.bench.storm;

/** What the nemesis can do. */
enum FaultKind {
    KILL("one process is killed (kill -9)"),
    KILL_ALL("all processes are killed at once"),
    TERMINATE("one process is told to end (SIGTERM)"),
    LEAVE("one process leaves the cluster"),
    JOIN("one more process joins"),
    PAUSE_SHORT("one process is stopped for less than a lease (SIGSTOP, SIGCONT)"),
    PAUSE_LONG("one process is stopped for longer than a lease"),
    CUT("all connections are reset, several times"),
    DELETE_STATE("cluster-state is deleted"),
    DELETE_DIRECTORY("the whole directory of the registry is deleted"),
    CORRUPT("cluster-state is overwritten, and deleted later"),
    READ_ONLY("the registry is read-only for a while"),
    FULL("the disk of the registry is full for a while");

    private final String title;

    FaultKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
