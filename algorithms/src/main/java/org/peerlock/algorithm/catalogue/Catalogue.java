package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.ImplicitReply;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.MaekawaSimple;
import org.peerlock.algorithm.permission.MediumSequencing;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.RaymondK;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.algorithm.permission.RequestSets.Shape;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcast;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.algorithm.permission.RicartAgrawalaIncrement;
import org.peerlock.algorithm.permission.RicartAgrawalaModulo;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;
import org.peerlock.algorithm.permission.RicartAgrawalaReadersWriters;
import org.peerlock.algorithm.permission.RingEcho;
import org.peerlock.algorithm.permission.RingNotes;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.algorithm.token.LastEntered;
import org.peerlock.algorithm.token.LastEnteredCharitable;
import org.peerlock.algorithm.token.LastEnteredLiteral;
import org.peerlock.algorithm.token.NaimiTrehel;
import org.peerlock.algorithm.token.RaymondTree;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.algorithm.token.TokenRing;
import org.peerlock.algorithm.token.Tree;

/** All algorithms by name. */
public final class Catalogue {

    private static final String QUORUMS = "quorums";
    private static final String QUORUMS_MEANING =
            "plane, grid or cover: how request sets are built; default plane where N allows, else cover";

    private static final String MODULUS = "modulus";
    private static final String HIGH = "high";
    private static final String INCREMENT = "increment";
    private static final String HOLD = "hold";
    private static final String TREE = "tree";
    private static final String REQUEST = "request";
    private static final String PAUSE = "pause";
    private static final String PAUSE_MEANING =
            "for how many message delays an idle node keeps the token; 0: it passes it on at once; default 1";
    private static final String TIME_LIMIT = "time-limit";
    private static final String QUANTA =
            "TIME_LIMIT: a process enters when it has heard nothing for one quantum more than that; default 2";

    private static final List<CatalogueEntry<?, ?>> ENTRIES = List.of(
            // permission of all
            CatalogueEntry.of(Lamport.PROFILE, config -> me -> new Lamport(me, config.nodes(), config.capacity())),
            CatalogueEntry.of(RicartAgrawala.PROFILE, config -> me -> new RicartAgrawala(me, config.nodes())),
            new CatalogueEntry<>(
                    ImplicitReply.PROFILE,
                    option(
                            REQUEST,
                            "each or broadcast: whether REQUEST is one message for each or for all; default each"),
                    config -> {
                        boolean broadcast = isBroadcast(config.options().getOrDefault(REQUEST, "each"));
                        return me -> new ImplicitReply(me, config.nodes(), broadcast);
                    }),
            CatalogueEntry.of(
                    RicartAgrawalaBroadcast.PROFILE, config -> me -> new RicartAgrawalaBroadcast(me, config.nodes())),
            CatalogueEntry.of(MediumSequencing.PROFILE, config -> MediumSequencing::new),
            CatalogueEntry.of(
                    RicartAgrawalaBroadcastReply.PROFILE,
                    config -> me -> new RicartAgrawalaBroadcastReply(me, config.nodes())),
            CatalogueEntry.of(RingEcho.PROFILE, config -> me -> new RingEcho(me, config.nodes())),
            CatalogueEntry.of(RingNotes.PROFILE, config -> me -> new RingNotes(me, config.nodes())),
            new CatalogueEntry<>(
                    RicartAgrawalaModulo.PROFILE,
                    option(MODULUS, "how many numbers there are; default and least 2N-1"),
                    config -> {
                        refuseReaders(config);
                        int modulus = config.number(MODULUS, RicartAgrawalaModulo.leastModulus(config.nodes()), 1);
                        return me -> new RicartAgrawalaModulo(me, config.nodes(), modulus);
                    }),
            CatalogueEntry.of(
                    RicartAgrawalaIncrement.PROFILE, config -> me -> new RicartAgrawalaIncrement(me, config.nodes())),
            new CatalogueEntry<>(RicartAgrawalaPriority.PROFILE, priorityOptions(), config -> {
                NodeSet high = config.nodes(HIGH, NodeSet.of(1));
                int increment = config.number(INCREMENT, 10, 1);
                int hold = config.number(HOLD, 2, 0);
                return me -> new RicartAgrawalaPriority(me, config.nodes(), high, increment, hold);
            }),
            CatalogueEntry.of(
                    RicartAgrawalaReadersWriters.PROFILE,
                    config -> me -> new RicartAgrawalaReadersWriters(me, config.nodes())),
            MembershipOptions.entry(
                    (me, options) -> new Membership(me, options.members(), options.names(), options.learning())),
            CatalogueEntry.of(RoucairolCarvalho.PROFILE, config -> me -> new RoucairolCarvalho(me, config.nodes())),
            CatalogueEntry.of(RaymondK.PROFILE, config -> me -> new RaymondK(me, config.nodes(), config.capacity())),
            // permission of some
            new CatalogueEntry<>(MaekawaSimple.PROFILE, option(QUORUMS, QUORUMS_MEANING), config -> {
                RequestSets sets = requestSets(config);
                return me -> new MaekawaSimple(me, config.nodes(), sets);
            }),
            new CatalogueEntry<>(Maekawa.PROFILE, option(QUORUMS, QUORUMS_MEANING), config -> {
                RequestSets sets = requestSets(config);
                return me -> new Maekawa(me, config.nodes(), sets);
            }),
            // token
            CatalogueEntry.of(SuzukiKasami.PROFILE, config -> me -> new SuzukiKasami(me, config.nodes())),
            new CatalogueEntry<>(
                    RaymondTree.PROFILE,
                    option(TREE, "line, star, binary, 3-ary and so on, or edges such as 1-2,2-3; default binary"),
                    config -> {
                        Tree tree = Tree.named(config.options().getOrDefault(TREE, "binary"), config.nodes());
                        return me -> new RaymondTree(me, tree);
                    }),
            CatalogueEntry.of(NaimiTrehel.PROFILE, config -> NaimiTrehel::new),
            new CatalogueEntry<>(TokenRing.PROFILE, option(PAUSE, PAUSE_MEANING), config -> {
                int pause = config.number(PAUSE, 1, 0);
                return me -> new TokenRing(me, config.nodes(), pause);
            }),
            new CatalogueEntry<>(LastEnteredLiteral.PROFILE, option(TIME_LIMIT, QUANTA), config -> {
                int limit = config.number(TIME_LIMIT, 2, 0);
                return me -> new LastEnteredLiteral(me, config.nodes(), limit);
            }),
            new CatalogueEntry<>(LastEnteredCharitable.PROFILE, option(TIME_LIMIT, QUANTA), config -> {
                int limit = config.number(TIME_LIMIT, 2, 0);
                return me -> new LastEnteredCharitable(me, config.nodes(), limit);
            }),
            CatalogueEntry.of(LastEntered.PROFILE, config -> me -> new LastEntered(me)));

    private Catalogue() {}

    /** All entries, in a good order for reading. */
    public static List<CatalogueEntry<?, ?>> entries() {
        return ENTRIES;
    }

    public static Optional<CatalogueEntry<?, ?>> find(String id) {
        for (CatalogueEntry<?, ?> entry : ENTRIES) {
            if (entry.id().equals(id)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    private static SortedMap<String, String> option(String name, String meaning) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put(name, meaning);
        return options;
    }

    private static SortedMap<String, String> priorityOptions() {
        SortedMap<String, String> options = new TreeMap<>();
        options.put(HIGH, "the high-priority nodes, such as 1,3; default 1");
        options.put(INCREMENT, "by how much a low-priority node's number exceeds the highest; default 10");
        options.put(HOLD, "how many entries more a high-priority node may hold a REQUEST back; default 2");
        return options;
    }

    private static boolean isBroadcast(String request) {
        return switch (request) {
            case "each" -> false;
            case "broadcast" -> true;
            default ->
                throw new IllegalArgumentException(
                        "option " + REQUEST + ": expected each or broadcast, not '" + request + "'");
        };
    }

    private static void refuseReaders(GroupConfig config) {
        if (config.capacity().kind() == Capacity.Kind.READ_WRITE) {
            throw new IllegalArgumentException(RicartAgrawalaModulo.PROFILE.id() + " cannot serve a read-write lock:"
                    + " readers do not wait for each other, so one may get any number of numbers ahead of another,"
                    + " and modulo M it then looks older; ra-readers-writers serves one");
        }
    }

    private static RequestSets requestSets(GroupConfig config) {
        String shape = config.options().get(QUORUMS);
        return shape == null
                ? RequestSets.build(config.nodes())
                : RequestSets.build(Shape.named(shape), config.nodes());
    }

    /** The kind of lock in words. */
    public static String name(Capacity.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String names(Set<Capacity.Kind> kinds) {
        return kinds.stream().map(Catalogue::name).collect(Collectors.joining(", "));
    }
}
