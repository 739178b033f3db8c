package org.peerlock;

/**
 * The cluster refused this process, because its shared settings or its version of the library do
 * not fit; or they do not fit, and it was not known in time whether a process is alive whose
 * settings do.
 *
 * <p>Thrown by {@link Peerlock#join} and {@link PeerlockBuilder#join}; the message names each
 * difference. Use the same settings and the same version in all processes, or
 * {@link PeerlockBuilder#useClusterSettings}.
 */
public final class IncompatibleSettingsException extends PeerlockException {

    private static final long serialVersionUID = 1;

    IncompatibleSettingsException(String message) {
        super(message);
    }

    IncompatibleSettingsException(String message, Throwable cause) {
        super(message, cause);
    }
}
