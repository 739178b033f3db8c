package org.peerlock.internal.transport;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Endpoint;

/** Connections are not encrypted. */
public enum PlainText implements TransportSecurity {

    /** There are connections to this machine only: no other user of it can read or change what is sent. */
    ON_LOOPBACK,

    /** Everybody on the way can read and change what is sent. */
    EVERYWHERE;

    @Override
    public String certificate() {
        return Endpoint.NONE;
    }

    @Override
    public @Nullable TlsChannel open(boolean dialed, Executor background) {
        return null;
    }

    @Override
    public Optional<String> refusal(Endpoint endpoint) {
        if (endpoint.isEncrypted()) {
            return Optional.of("it encrypts its connections, and this node does not"
                    + (this == ON_LOOPBACK ? ", because it listens at a loopback address only" : ""));
        }
        boolean allowed = this == EVERYWHERE || AddressText.isLoopback(AddressText.parse(endpoint.address()));
        return allowed
                ? Optional.empty()
                : Optional.of("it does not encrypt its connections, and this node does so only on its own machine");
    }

    @Override
    public Optional<String> mismatch(Endpoint registered, String presented) {
        return registered.isEncrypted()
                ? Optional.of("the registry demands encrypted connections of it")
                : Optional.empty();
    }

    @Override
    public Optional<String> missingName(X509Certificate presented) {
        return Optional.empty();
    }
}
