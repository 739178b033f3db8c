package org.peerlock.internal.configuration;

import java.util.Locale;

/** What can be set without code. */
public enum Setting {
    CLUSTER,
    REGISTRY,
    REGISTRY_OUTAGE,
    LISTEN,
    ADVERTISE,
    LABEL,
    LEASE,
    JOIN_TIMEOUT,
    SHUTDOWN,
    GRACE_PERIOD,
    TLS_CERTIFICATE,
    TLS_KEY,
    TLS_AUTHORITIES,
    TLS_NAME,
    INSECURE_PLAIN_TEXT;

    /** Its name as a system property, and in a file. */
    public String property() {
        return "peerlock." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name as an environment variable. */
    public String variable() {
        return "PEERLOCK_" + name();
    }
}
