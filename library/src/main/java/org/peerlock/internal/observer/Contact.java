package org.peerlock.internal.observer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.transport.ConnectionKind;
import org.peerlock.internal.transport.DialProblem;

/**
 * What came of dialing a member.
 *
 * @param kind what carried the packets; empty if there was no connection
 * @param label its name; empty if it did not answer
 * @param version of its library; empty if it did not answer
 * @param roundTrips how long it took to answer, each time, after the connection was made
 * @param problem why there was no connection, or no answer
 */
public record Contact(
        Incarnation member,
        Optional<ConnectionKind> kind,
        String label,
        String version,
        List<Duration> roundTrips,
        Optional<DialProblem> problem) {

    public Contact {
        roundTrips = List.copyOf(roundTrips);
    }
}
