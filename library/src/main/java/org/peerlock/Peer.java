package org.peerlock;

/**
 * A process of the cluster.
 *
 * @param id tells it from all others, and from itself in a former life: 8 hexadecimal digits, as in the log
 * @param address where the others reach it
 * @param label what it is called: see {@link PeerlockBuilder#label}; empty if that is not known
 * @param here whether it is this process
 */
public record Peer(String id, String address, String label, boolean here) {

    @Override
    public String toString() {
        return "node " + id + " (" + (label.isEmpty() ? "" : label + ", ") + (here ? "this one, " : "") + address + ")";
    }
}
