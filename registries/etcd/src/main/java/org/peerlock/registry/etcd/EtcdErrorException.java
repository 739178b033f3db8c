package org.peerlock.registry.etcd;

import java.io.IOException;

/** A member of etcd replied an error. */
final class EtcdErrorException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient EtcdError error;

    EtcdErrorException(String server, EtcdError error) {
        super(server + ": " + error.sentence());
        this.error = error;
    }

    EtcdError error() {
        return error;
    }
}
