package org.peerlock.algorithm.token;

/** A message in a process's mailbox, and who sent it. */
public record ReceivedMessage<M>(int sender, M message) {

    @Override
    public String toString() {
        return sender + ":" + message;
    }
}
