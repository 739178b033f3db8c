package org.peerlock.cli.inspect;

import org.peerlock.Peer;

/**
 * A process in JSON output.
 *
 * @param id 8 hexadecimal digits
 * @param label its name; empty if it is not known
 * @param address where the other processes reach it
 */
record ProcessJson(String id, String label, String address) {

    static ProcessJson of(Peer peer) {
        return new ProcessJson(peer.id(), peer.label(), peer.address());
    }

    /** Returns the name of a process in text output. */
    static String text(Peer peer) {
        return peer.label().isEmpty() ? "node " + peer.id() : peer.label();
    }
}
