package org.peerlock.lab.zoo;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.MembershipOptions;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.lab.world.Churn;
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
                    "ra-probe-as-printed",
                    "003, section 7.4: \"When an ARE_YOU_THERE(j) message is received, Reply_Deferred[j] should be"
                            + " examined. If it is FALSE, [...] the correct response is REPLY(me)\": also while inside,"
                            + " if the REQUEST has not come.",
                    Property.EXCLUSION,
                    MembershipOptions.entry(BrokenMembership.ProbeAsPrinted::new),
                    new Demonstration(
                            Setting.mutex(2),
                            Network.UNORDERED,
                            1,
                            0,
                            Churn.none().withEarly(1))),
            new Exhibit<>(
                    "ra-reply-untagged",
                    "003, section 7.4: the REPLY to an ARE_YOU_THERE does not say which REQUEST it answers, so a second"
                            + " one answers the next.",
                    Property.EXCLUSION,
                    MembershipOptions.entry(BrokenMembership.ReplyUntagged::new),
                    new Demonstration(
                            Setting.mutex(2), Network.FIFO, 2, 0, Churn.none().withEarly(1))),
            new Exhibit<>(
                    "ra-insertion-as-printed",
                    "003, section 7.2.3: \"(1) Ask all other nodes for their Highest_Sequence_Number and use the"
                            + " largest\": who has answered may ask with the old list, and the number that the new node takes.",
                    Property.EXCLUSION,
                    MembershipOptions.entry(BrokenMembership.InsertionAsPrinted::new),
                    new Demonstration(joiner(), Network.FIFO, 1, 0, Churn.join())));

    private Zoo() {}

    /** Nodes 1 and 2, and 3 who joins and has the least name. */
    private static Setting joiner() {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("members", "1,2");
        options.put("names", "2,3,1");
        return new Setting(3, Capacity.mutex(), options);
    }

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
