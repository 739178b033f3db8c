package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.OwnRequest;
import org.peerlock.algorithm.token.LastEntered;
import org.peerlock.algorithm.token.LastEntered.Message;
import org.peerlock.algorithm.token.LastEntered.State;
import org.peerlock.lab.world.Numbering;

/**
 * Of {@link LastEntered}. Its fences are its versions and decide where wishes go, so they are numbers: compared with each
 * other, and the next is the owner's plus 1. Who leaves knows the fence that it entered with, so it need not be told.
 */
final class LastEnteredNumbering implements Numbering<State, Message> {

    @Override
    public State state(State s, Renumbering to) {
        OwnRequest own = s.own();
        long id = own.phase() == Phase.IDLE ? 0 : to.request(own.id());
        return new State(new OwnRequest(own.phase(), id, version(own.fence(), to)), s.lastEntered(), s.queue());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.WishingToEnter wishing) {
            return new Message.WishingToEnter(wishing.process(), version(wishing.version(), to));
        } else if (message instanceof Message.AlreadyThere already) {
            return new Message.AlreadyThere(version(already.version(), to));
        }
        Message.RegionTransfer transfer = (Message.RegionTransfer) message;
        return new Message.RegionTransfer(version(transfer.version(), to), transfer.queue());
    }

    private static long version(long version, Renumbering to) {
        return to.number(Common.NUMBERS, version);
    }
}
