package org.peerlock.cli.doctor;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.transport.DialProblem;

/**
 * What was seen of a registered process.
 *
 * @param id 8 hexadecimal digits
 * @param address that it advertises
 * @param label its name; empty if it did not answer
 * @param version of its library; empty if it did not answer
 * @param protocols that it speaks
 * @param dead whether its death is proved
 * @param cannotReach the ids of members that it has reported as unreachable
 * @param connections all ways in which it was dialed
 */
record MemberMeasurement(
        String id,
        String address,
        String label,
        String version,
        String protocols,
        boolean dead,
        List<String> cannotReach,
        List<Connection> connections) {

    /**
     * One way in which it was dialed.
     *
     * @param by {@code Unix socket}, {@code TCP} or {@code TLS}
     * @param roundTripMillis how long each answer took
     * @param problemKind why there was no answer; null if there was one
     * @param problem the same, in words
     */
    record Connection(String by, List<Double> roundTripMillis, DialProblem.@Nullable Kind problemKind, String problem) {

        boolean works() {
            return problemKind == null;
        }
    }

    /** The first way that works. */
    Optional<Connection> working() {
        return connections.stream().filter(Connection::works).findFirst();
    }
}
