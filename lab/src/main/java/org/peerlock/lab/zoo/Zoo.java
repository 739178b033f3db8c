package org.peerlock.lab.zoo;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.MembershipOptions;
import org.peerlock.algorithm.permission.ImplicitReply;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.RaymondK;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.algorithm.permission.RequestSets.Shape;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.algorithm.permission.RicartAgrawalaModulo;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;
import org.peerlock.algorithm.permission.RingNotes;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.algorithm.token.RaymondTree;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.algorithm.token.Tree;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.zoo.Exhibit.Demonstration;

/** All exhibits by name. */
public final class Zoo {

    private static final List<Exhibit<?, ?>> EXHIBITS = List.of(
            new Exhibit<>(
                    "ra-naive-withdrawal",
                    "A slip: a cancelled request ends at once, and a REPLY that arrives later answers the next request.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RicartAgrawala.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.NaiveWithdrawal(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 2, 1)),
            new Exhibit<>(
                    "rc-without-second-request",
                    "Dasgupta: \"Once i has received a REPLY from j, it does not need to send a REQUEST to j again unless it"
                            + " sends a REPLY to j\": the slide does not say that this may happen while i waits.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RoucairolCarvalho.PROFILE,
                            config -> me -> new BrokenRoucairolCarvalho.WithoutSecondRequest(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(3), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "implicit-reply-boolean",
                    "A slip: a flag for each node, in place of a number, says whether a REPLY is owed; a REPLY that overtakes"
                            + " its DEFERRED clears it before it is set.",
                    Property.PROGRESS,
                    CatalogueEntry.of(
                            ImplicitReply.PROFILE, config -> me -> new BrokenImplicitReply.Flag(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.UNORDERED, 1, 0)),
            new Exhibit<>(
                    "implicit-reply-early",
                    "Ricart and Agrawala 1981, 6.1: \"When the message transmission time between nodes has an upper bound\": here it has none, so"
                            + " a missing answer may be a late message.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            BrokenImplicitReply.Early.PROFILE,
                            config -> me -> new BrokenImplicitReply.Early(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ring-notes-set",
                    "Ricart and Agrawala 1981, 6.3: \"The Outstanding_Reply_Count is then set according to the notations\": a REPLY may arrive before"
                            + " the REQUEST is back, and then it is forgotten.",
                    Property.PROGRESS,
                    CatalogueEntry.of(
                            RingNotes.PROFILE, config -> me -> new BrokenRingNotes.Overwriting(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(3), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-without-tie-break",
                    "A slip: numbers are compared, nodes are not. If equal numbers deferred each other instead, both would"
                            + " wait for ever.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RicartAgrawala.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.WithoutTieBreak(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-deferral-too-late",
                    "Ricart and Agrawala 1981: \"V (Shared_vars); IF Defer_it THEN Reply_Deferred[j] := TRUE\": a node that leaves between the"
                            + " decision and the recording does not see that a REPLY is owed.",
                    Property.PROGRESS,
                    CatalogueEntry.of(
                            RicartAgrawala.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.DeferralTooLate(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-highest-on-receipt",
                    "Ricart and Agrawala 1981: \"the highest sequence number seen in any REQUEST message sent or received\", but the code raises"
                            + " it on receipt only. Exclusion survives that; but a node uses its number again, which shows"
                            + " where tickets serve as fences.",
                    Property.FENCE,
                    CatalogueEntry.of(
                            RicartAgrawala.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.HighestOnReceipt(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "ra-broadcast-reply-without-list",
                    "Ricart and Agrawala 1981, 6.2.2: \"it is not sufficient for nodes waiting for a REPLY to assume it applies to them\", and"
                            + " footnote 2.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RicartAgrawalaBroadcastReply.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.BroadcastReplyWithoutList(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(3), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "ra-modulo-too-small",
                    "Ricart and Agrawala 1981, 6.4: \"M >= 2N - 1\", here 2N - 2.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RicartAgrawalaModulo.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.ModuloTooSmall(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "ra-modulo-printed",
                    "Ricart and Agrawala 1981, 6.4 with the code of 2.2, which raises the highest number on receipt only: it may lag by N behind"
                            + " a number that is received, and that looks like N - 1 ahead.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RicartAgrawalaModulo.PROFILE,
                            config -> me -> new BrokenRicartAgrawala.ModuloPrinted(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 2, 0)),
            new Exhibit<>(
                    "ra-priority-holds-all",
                    "Ricart and Agrawala 1981, 6.5: a high priority node \"may choose to delay acting on those received from low priority nodes\","
                            + " here until it has entered, even if it waits for their REPLY.",
                    Property.PROGRESS,
                    CatalogueEntry.of(
                            RicartAgrawalaPriority.PROFILE,
                            config -> me -> new BrokenRicartAgrawalaPriority.HoldsAll(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(3), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "maekawa-without-failed",
                    "Maekawa 1985, as Sanders 1987 found: a REQUEST that got no FAILED, because it was the oldest to"
                            + " wait, gets none either when an older one arrives.",
                    Property.PROGRESS,
                    CatalogueEntry.of(Maekawa.PROFILE, config -> withGrid(config, BrokenMaekawa.WithoutFailed::new)),
                    new Demonstration(GroupConfig.mutex(4), Network.FIFO, 1, 0).by(2, 3, 4)),
            new Exhibit<>(
                    "maekawa-untagged",
                    "A slip: messages do not name their request, and a node that is asked to yield a REPLY that it"
                            + " does not have ignores that.",
                    Property.PROGRESS,
                    CatalogueEntry.of(Maekawa.PROFILE, config -> withGrid(config, BrokenMaekawa.Untagged::new)),
                    new Demonstration(GroupConfig.mutex(4), Network.UNORDERED, 1, 0).by(1, 4)),
            new Exhibit<>(
                    "sk-lifo",
                    "A slip: a node that leaves puts the waiting nodes at the head of the token's queue, which the slides say is"
                            + " FIFO.",
                    Property.NO_STARVATION,
                    CatalogueEntry.of(
                            SuzukiKasami.PROFILE, config -> me -> new BrokenSuzukiKasami.Lifo(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(3), Network.FIFO, 2, 0).withMaxOvertakes(2)),
            new Exhibit<>(
                    "sk-token-from-inside",
                    "Lecture notes, 3.5: \"Site S_j sends the token to site S_i if it has token and RN_j[i] = LN[i] + 1\":"
                            + " they forget that the token must be idle.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            SuzukiKasami.PROFILE,
                            config -> me -> new BrokenSuzukiKasami.TokenFromInside(me, config.nodes())),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "tree-as-on-slides",
                    "Dasgupta's slides: \"When the root receives a REQUEST: send the token to the requesting node\": they"
                            + " do not say that the root may be inside.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(RaymondTree.PROFILE, config -> {
                        Tree tree = Tree.named("line", config.nodes());
                        return me -> new BrokenRaymondTree.AsOnSlides(me, tree);
                    }),
                    new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0)),
            new Exhibit<>(
                    "k-with-less-than",
                    "Raymond 1989, section 5.3: \"if Z < me and Reply_Count [Z] = 0 then Cnt := Cnt + 1\": a misprint for"
                            + " Z ≠ me.",
                    Property.PROGRESS,
                    CatalogueEntry.of(
                            RaymondK.PROFILE,
                            config -> me -> new BrokenRaymondK.WithLessThan(me, config.nodes(), config.capacity())),
                    new Demonstration(semaphore(3, 2), Network.FIFO, 1, 0).by(1)),
            new Exhibit<>(
                    "k-one-reply-too-few",
                    "A slip: a node counts itself among the N - K that are not inside.",
                    Property.EXCLUSION,
                    CatalogueEntry.of(
                            RaymondK.PROFILE,
                            config -> me -> new BrokenRaymondK.OneReplyTooFew(me, config.nodes(), config.capacity())),
                    new Demonstration(semaphore(4, 2), Network.FIFO, 1, 0).by(1, 2, 3)),
            new Exhibit<>(
                    "ra-probe-as-printed",
                    "Ricart and Agrawala 1981, 7.4: \"When an ARE_YOU_THERE(j) message is received, Reply_Deferred[j] should be"
                            + " examined. If it is FALSE, [...] the correct response is REPLY(me)\": also while inside,"
                            + " if the REQUEST has not arrived.",
                    Property.EXCLUSION,
                    MembershipOptions.entry(BrokenMembership.ProbeAsPrinted::new),
                    new Demonstration(
                            GroupConfig.mutex(2),
                            Network.UNORDERED,
                            1,
                            0,
                            Churn.none().withEarly(1))),
            new Exhibit<>(
                    "ra-reply-untagged",
                    "Ricart and Agrawala 1981, 7.4: the REPLY to an ARE_YOU_THERE does not say which REQUEST it answers, so a second"
                            + " one answers the next.",
                    Property.EXCLUSION,
                    MembershipOptions.entry(BrokenMembership.ReplyUntagged::new),
                    new Demonstration(
                            GroupConfig.mutex(2),
                            Network.FIFO,
                            2,
                            0,
                            Churn.none().withEarly(1))),
            new Exhibit<>(
                    "ra-insertion-as-printed",
                    "Ricart and Agrawala 1981, 7.2.3: \"(1) Ask all other nodes for their Highest_Sequence_Number and use the"
                            + " largest\": a node that has answered may use its old list, and the number that the new node takes.",
                    Property.EXCLUSION,
                    MembershipOptions.entry(BrokenMembership.InsertionAsPrinted::new),
                    new Demonstration(joiner(), Network.FIFO, 1, 0, Churn.join())));

    private Zoo() {}

    /** Creates a node of a variant of Maekawa's algorithm. */
    private interface MaekawaNode {
        Maekawa make(int me, int nodes, RequestSets sets);
    }

    private static IntFunction<Algorithm<Maekawa.State, Maekawa.Message>> withGrid(
            GroupConfig config, MaekawaNode kind) {
        RequestSets sets = RequestSets.build(Shape.GRID, config.nodes());
        return me -> kind.make(me, config.nodes(), sets);
    }

    /** A semaphore: {@code permits} of the nodes may be inside. */
    private static GroupConfig semaphore(int nodes, int permits) {
        return new GroupConfig(nodes, Capacity.semaphore(permits), new TreeMap<>());
    }

    /** Nodes 1 and 2, and node 3, which joins and has the least name. */
    private static GroupConfig joiner() {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("members", "1,2");
        options.put("names", "2,3,1");
        return new GroupConfig(3, Capacity.mutex(), options);
    }

    public static List<Exhibit<?, ?>> exhibits() {
        return EXHIBITS;
    }

    public static List<String> ids() {
        return EXHIBITS.stream().<String>map(Exhibit::id).toList();
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
