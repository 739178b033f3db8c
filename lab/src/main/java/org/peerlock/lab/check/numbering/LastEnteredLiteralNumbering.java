package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.token.LastEnteredLiteral;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.RegionTransfer;
import org.peerlock.algorithm.token.LastEnteredLiteral.State;
import org.peerlock.algorithm.token.ReceivedMessage;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link LastEnteredLiteral} and its charitable variant, which have no numbers.
 */
final class LastEnteredLiteralNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                s.place(),
                s.daemon(),
                s.lastEntered(),
                s.repeat(),
                s.queue(),
                s.mailbox().stream()
                        .map(receivedMessage -> new ReceivedMessage<>(
                                receivedMessage.sender(),
                                message(receivedMessage.sender(), receivedMessage.message(), to)))
                        .toList());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        return message instanceof RegionTransfer transfer
                ? new RegionTransfer(transfer.queue(), to.fence(transfer.fence()))
                : message;
    }
}
