package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.token.LastEntered;
import org.peerlock.algorithm.token.LastEntered.Message;
import org.peerlock.algorithm.token.LastEntered.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link LastEntered}. Its fences are its versions and decide where wishes go, so
 * they are compared, not left out. Only the owner, or the node that will be the owner when the
 * region arrives, adds 1 to its version. A node that leaves knows the fence of its entry.
 */
final class LastEnteredNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        OwnRequest own = s.own();
        long id = own.phase() == Phase.IDLE ? 0 : to.request(own.id());
        long version = s.lastEntered() == node
                ? to.growing(NumberingSupport.NUMBERS, own.fence())
                : NumberingSupport.chosen(own.fence(), to);
        return new State(new OwnRequest(own.phase(), id, version), s.lastEntered(), s.queue());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.WishingToEnter wishing) {
            return new Message.WishingToEnter(wishing.process(), NumberingSupport.chosen(wishing.version(), to));
        } else if (message instanceof Message.AlreadyThere already) {
            return new Message.AlreadyThere(NumberingSupport.chosen(already.version(), to));
        }
        Message.RegionTransfer transfer = (Message.RegionTransfer) message;
        return new Message.RegionTransfer(to.growing(NumberingSupport.NUMBERS, transfer.version()), transfer.queue());
    }
}
