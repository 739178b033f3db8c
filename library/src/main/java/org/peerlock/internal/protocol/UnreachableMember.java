package org.peerlock.internal.protocol;

import org.peerlock.internal.cluster.Incarnation;

/**
 * A member that may be alive and does not answer.
 *
 * @param label empty if it has never answered
 * @param silentNanos for how long it has not answered, or has been asked without an answer
 */
public record UnreachableMember(Incarnation id, String address, String label, long silentNanos) {}
