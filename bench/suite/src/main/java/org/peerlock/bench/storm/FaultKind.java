package org.peerlock.bench.storm;

/** What the nemesis can do. */
public enum FaultKind {
    KILL("one process is killed (kill -9)"),
    KILL_ALL("all processes are killed at once"),
    TERMINATE("one process is told to end (SIGTERM)"),
    LEAVE("one process leaves the cluster"),
    JOIN("one more process joins"),
    PAUSE_SHORT("one process is stopped for less than a lease (SIGSTOP, SIGCONT)"),
    PAUSE_LONG("one process is stopped for longer than a lease"),
    CALENDAR("the calendar of one process is set back, and forward again"),
    CUT("all connections are reset, several times"),
    DELETE_STATE("cluster-state is deleted"),
    DELETE_DIRECTORY("the whole directory of the registry is deleted"),
    CORRUPT("cluster-state is overwritten, and deleted later"),
    READ_ONLY("the registry is read-only for a while"),
    FULL("the disk of the registry is full for a while"),
    ISOLATE("one host is cut off from all others"),
    HALVES("the hosts are divided into two halves"),
    BRIDGE("two halves, and one host that reaches both"),
    RING("every host reaches two others only"),
    ONE_WAY("nobody receives what one host sends"),
    FIREWALL("firewalls keep two hosts from each other"),
    FIREWALL_ONE_WAY("a firewall drops what comes from one host"),
    REGISTRY_UNREACHABLE("some hosts do not reach the registry"),
    LOSS("packets are lost"),
    DUPLICATION("packets arrive twice"),
    DELAY("packets are late, and overtake each other"),
    KILL_LEADER("the leader of the registry's servers is killed (kill -9)"),
    RESTART_REGISTRY("all servers of the registry are killed, and started at once"),
    REGISTRY_AWAY("all servers of the registry are killed, and started later");

    private final String title;

    FaultKind(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Whether it strikes something that all processes share. */
    boolean isOfNetworkOrRegistry() {
        return compareTo(DELETE_STATE) >= 0;
    }
}
