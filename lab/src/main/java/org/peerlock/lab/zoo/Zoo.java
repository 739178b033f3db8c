package org.peerlock.lab.zoo;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.permission.ImplicitReply;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RingNotes;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.lab.zoo.Exhibit.Demonstration;

/** All exhibits, by name. */
public final class Zoo {

    private static final List<Exhibit<?, ?>> EXHIBITS = List.of(
            new Exhibit<>(
                    "ra-naive-withdrawal",
                    "A slip: whoever gives up is done, and a REPLY that still comes answers the next request.",
                    Property.EXCLUSION,
                    Entry.of(
                            RicartAgrawala.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.NaiveWithdrawal(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 2, 1)),
            new Exhibit<>(
                    "rc-without-second-request",
                    "004: \"Once i has received a REPLY from j, it does not need to send a REQUEST to j again unless it"
                            + " sends a REPLY to j\": the slide does not say that this may happen while i waits.",
                    Property.EXCLUSION,
                    Entry.of(
                            RoucairolCarvalho.PROFILE,
                            setting -> me -> new BrokenRoucairolCarvalho.WithoutSecondRequest(me, setting.nodes())),
                    new Demonstration(Setting.mutex(3), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "implicit-reply-boolean",
                    "A slip: a flag for each node, in place of a number, says whether a REPLY is owed; a REPLY that overtakes"
                            + " its DEFERRED clears it before it is set.",
                    Property.PROGRESS,
                    Entry.of(ImplicitReply.PROFILE, setting -> me -> new BrokenImplicitReply.Flag(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.UNORDERED, 1, 0)),
            new Exhibit<>(
                    "implicit-reply-early",
                    "003, 6.1: \"When the message transmission time between nodes has an upper bound\": here it has none, so"
                            + " silence may be a message that is late.",
                    Property.EXCLUSION,
                    Entry.of(
                            BrokenImplicitReply.Early.PROFILE,
                            setting -> me -> new BrokenImplicitReply.Early(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ring-notes-set",
                    "003, 6.3: \"The Outstanding_Reply_Count is then set according to the notations\": a REPLY may come before"
                            + " the REQUEST is back, and then it is forgotten.",
                    Property.PROGRESS,
                    Entry.of(RingNotes.PROFILE, setting -> me -> new BrokenRingNotes.Overwriting(me, setting.nodes())),
                    new Demonstration(Setting.mutex(3), Network.FIFO, 1, 0)));

    private Zoo() {}

    public static List<Exhibit<?, ?>> exhibits() {
        return EXHIBITS;
    }

    public static Optional<Exhibit<?, ?>> find(String id) {
        for (Exhibit<?, ?> exhibit : EXHIBITS) {
            if (exhibit.id().equals(id)) {
                return Optional.of(exhibit);
            }
        }
        return Optional.empty();
    }
}
