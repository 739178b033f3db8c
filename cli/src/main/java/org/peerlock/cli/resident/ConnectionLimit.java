package org.peerlock.cli.resident;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * How many connections there may be at one address. Every user of the machine can connect to a port, so one who has not
 * shown the token makes way for a newcomer. Only the event loop uses it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing needs no result
final class ConnectionLimit {

    private final int most;
    private final Set<Channel> strangers = new LinkedHashSet<>();
    private int open;

    ConnectionLimit(int most) {
        this.most = most;
    }

    /** Counts a new connection. Returns false if there are too many, all of clients that have shown the token. */
    boolean admit(Channel newcomer) {
        boolean room = open < most || closeOldestStranger();
        open++;
        strangers.add(newcomer);
        newcomer.closeFuture().addListener(closed -> {
            open--;
            strangers.remove(newcomer);
        });
        return room;
    }

    private boolean closeOldestStranger() {
        boolean found = !strangers.isEmpty();
        if (found) {
            Channel oldest = strangers.iterator().next();
            strangers.remove(oldest);
            oldest.close();
        }
        return found;
    }

    /** The client of a connection has shown the token. */
    void authenticated(Channel client) {
        strangers.remove(client);
    }
}
