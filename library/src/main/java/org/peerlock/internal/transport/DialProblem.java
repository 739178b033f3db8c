package org.peerlock.internal.transport;

/**
 * Why a node has no connection with another one.
 *
 * @param kind what an operator can do depends on it
 * @param reason a clause for an operator; the other end may have sent it
 */
public record DialProblem(Kind kind, String reason) {

    public DialProblem {
        reason = ConnectionWarnings.printable(reason);
    }

    /** What went wrong, in the order in which a dial goes on. */
    public enum Kind {
        /** It was not dialed: the two protect their connections differently, or its address is none. */
        SETTINGS,
        /** Its name has no address. */
        UNKNOWN_HOST,
        /** Nobody listens there. */
        NOBODY_LISTENS,
        /** Nothing came back from there. */
        NO_REPLY,
        /** Another problem with the network, such as that there is no route. */
        NETWORK,
        /** What listens there does not speak TLS, or does not accept this node's certificate. */
        TLS,
        /** What listens there has another certificate than the registry says. */
        OTHER_CERTIFICATE,
        /** What listens there does not prove that it is this node and knows the secret of the registry. */
        UNPROVEN,
        /** It refuses this node, and says why. */
        REFUSED,
        /** It was connected, and says nothing. */
        SILENT,
        /** It closed the connection, and did not say why. */
        CLOSED
    }
}
