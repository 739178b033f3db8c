package org.peerlock;

/**
 * A process of the cluster.
 *
 * @param id 8 hexadecimal digits, as in the log; a process that is evicted and rejoins gets a new
 *     id
 * @param address where the other processes reach it
 * @param label its {@linkplain PeerlockBuilder#label label}; empty if it is not known
 * @param here whether it is this process
 */
public record Peer(String id, String address, String label, boolean here) {

    @Override
    public String toString() {
        return "node " + id + " (" + (label.isEmpty() ? "" : label + ", ") + (here ? "this one, " : "") + address + ")";
    }
}
