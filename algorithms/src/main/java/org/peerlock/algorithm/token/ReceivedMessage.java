package org.peerlock.algorithm.token;

/** A message in a process's mailbox, with its sender. */
public record ReceivedMessage<M>(int sender, M message) {

    @Override
    public String toString() {
        return sender + ":" + message;
    }
}
