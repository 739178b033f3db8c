package org.peerlock.cli.inspect;

import org.peerlock.Peer;

/**
 * A process, as scripts see it.
 *
 * @param id 8 hexadecimal digits
 * @param label what it is called; empty if that is not known
 * @param address where the others reach it
 */
record ProcessJson(String id, String label, String address) {

    static ProcessJson of(Peer peer) {
        return new ProcessJson(peer.id(), peer.label(), peer.address());
    }

    /** As people see it. */
    static String text(Peer peer) {
        return peer.label().isEmpty() ? "node " + peer.id() : peer.label();
    }
}
