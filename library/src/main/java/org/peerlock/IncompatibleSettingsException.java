package org.peerlock;

/**
 * The cluster refused this process, because its version of the library does not fit, or the
 * registry is that of another cluster; or it was not known in time whether a process is alive with
 * which this one does not fit.
 *
 * <p>Thrown by {@link Peerlock#join} and {@link PeerlockBuilder#join}; the message names each
 * difference. Use the same version in all processes.
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
