package org.peerlock;

/** What can go wrong each time the node calls code of the application; the kinds of lines about it. */
enum CallbackProblem {
    METER_FAILED,
    LISTENER_FAILED,
    LISTENER_REFUSED,
    LOSS_LISTENER_FAILED,
    LOSS_REFUSED,
    STOP_LISTENER_FAILED
}
