package org.peerlock;

/**
 * A defect stopped the library in this process. All locks that this process held are lost, and it
 * acquires none any more.
 *
 * <p>The cause is the error that was found. Please report it. To go on, close the {@link Peerlock}
 * and join again, or restart the process. Other processes are not affected: they get its locks when
 * its lease has expired.
 */
public final class NodeFailedException extends PeerlockException {

    private static final long serialVersionUID = 1;

    NodeFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
