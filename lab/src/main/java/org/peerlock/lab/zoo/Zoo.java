package org.peerlock.lab.zoo;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.permission.ImplicitReply;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.algorithm.permission.RicartAgrawalaModulo;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;
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
                    new Demonstration(Setting.mutex(3), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-without-tie-break",
                    "A slip: numbers are compared, nodes are not. Had equal numbers deferred each other instead, both would"
                            + " wait for ever.",
                    Property.EXCLUSION,
                    Entry.of(
                            RicartAgrawala.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.WithoutTieBreak(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-deferral-too-late",
                    "003: \"V (Shared_vars); IF Defer_it THEN Reply_Deferred[j] := TRUE\": whoever leaves between the"
                            + " decision and the recording does not see that a REPLY is owed.",
                    Property.PROGRESS,
                    Entry.of(
                            RicartAgrawala.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.DeferralTooLate(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-highest-on-receipt",
                    "003: \"the highest sequence number seen in any REQUEST message sent or received\", but the code raises"
                            + " it on receipt only. Exclusion survives that; but a node uses its number again, which shows"
                            + " where tickets serve as fences.",
                    Property.FENCE,
                    Entry.of(
                            RicartAgrawala.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.HighestOnReceipt(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "ra-broadcast-reply-without-list",
                    "003, 6.2.2: \"it is not sufficient for nodes waiting for a REPLY to assume it applies to them\", and"
                            + " footnote 2.",
                    Property.EXCLUSION,
                    Entry.of(
                            RicartAgrawalaBroadcastReply.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.BroadcastReplyWithoutList(me, setting.nodes())),
                    new Demonstration(Setting.mutex(3), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "ra-modulo-too-small",
                    "003, 6.4: \"M >= 2N - 1\", here 2N - 2.",
                    Property.EXCLUSION,
                    Entry.of(
                            RicartAgrawalaModulo.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.ModuloTooSmall(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-modulo-printed",
                    "003, 6.4 with the code of 2.2, which raises the highest number on receipt only: it may lag by N behind"
                            + " a number that is received, and that looks like N - 1 ahead.",
                    Property.EXCLUSION,
                    Entry.of(
                            RicartAgrawalaModulo.PROFILE,
                            setting -> me -> new BrokenRicartAgrawala.ModuloPrinted(me, setting.nodes())),
                    new Demonstration(Setting.mutex(2), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "ra-priority-holds-all",
                    "003, 6.5: a high priority node \"may choose to delay acting on those received from low priority nodes\","
                            + " here until it has entered, even if it waits for their REPLY.",
                    Property.PROGRESS,
                    Entry.of(
                            RicartAgrawalaPriority.PROFILE,
                            setting -> me -> new BrokenRicartAgrawalaPriority.HoldsAll(me, setting.nodes())),
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
