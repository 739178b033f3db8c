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

/** All algorithms, by name. */
public final class Catalogue {

    private static final String QUORUMS = "quorums";
    private static final String QUORUMS_MEANING =
            "plane, grid or cover: how request sets are built; default plane where N allows, else cover";

    private static final String MODULUS = "modulus";
    private static final String HIGH = "high";
    private static final String INCREMENT = "increment";
    private static final String HOLD = "hold";
    private static final String TREE = "tree";
    private static final String TIME_LIMIT = "time-limit";
    private static final String QUANTA =
            "TIME_LIMIT: a process enters when it has heard nothing for one quantum more than that; default 2";

    private static final List<Entry<?, ?>> ENTRIES = List.of(
            // permission of all
            Entry.of(Lamport.PROFILE, setting -> me -> new Lamport(me, setting.nodes(), setting.capacity())),
            Entry.of(RicartAgrawala.PROFILE, setting -> me -> new RicartAgrawala(me, setting.nodes())),
            Entry.of(ImplicitReply.PROFILE, setting -> me -> new ImplicitReply(me, setting.nodes())),
            Entry.of(
                    RicartAgrawalaBroadcast.PROFILE, setting -> me -> new RicartAgrawalaBroadcast(me, setting.nodes())),
            Entry.of(MediumSequencing.PROFILE, setting -> MediumSequencing::new),
            Entry.of(
                    RicartAgrawalaBroadcastReply.PROFILE,
                    setting -> me -> new RicartAgrawalaBroadcastReply(me, setting.nodes())),
            Entry.of(RingEcho.PROFILE, setting -> me -> new RingEcho(me, setting.nodes())),
            Entry.of(RingNotes.PROFILE, setting -> me -> new RingNotes(me, setting.nodes())),
            new Entry<>(
                    RicartAgrawalaModulo.PROFILE,
                    option(MODULUS, "how many numbers there are; default and least 2N-1"),
                    setting -> {
                        refuseReaders(setting);
                        int modulus = setting.number(MODULUS, RicartAgrawalaModulo.leastModulus(setting.nodes()), 1);
                        return me -> new RicartAgrawalaModulo(me, setting.nodes(), modulus);
                    }),
            Entry.of(
                    RicartAgrawalaIncrement.PROFILE, setting -> me -> new RicartAgrawalaIncrement(me, setting.nodes())),
            new Entry<>(RicartAgrawalaPriority.PROFILE, priorityOptions(), setting -> {
                NodeSet high = setting.nodes(HIGH, NodeSet.of(1));
                int increment = setting.number(INCREMENT, 10, 1);
                int hold = setting.number(HOLD, 2, 0);
                return me -> new RicartAgrawalaPriority(me, setting.nodes(), high, increment, hold);
            }),
            Entry.of(
                    RicartAgrawalaReadersWriters.PROFILE,
                    setting -> me -> new RicartAgrawalaReadersWriters(me, setting.nodes())),
            Entry.of(RoucairolCarvalho.PROFILE, setting -> me -> new RoucairolCarvalho(me, setting.nodes())),
            Entry.of(RaymondK.PROFILE, setting -> me -> new RaymondK(me, setting.nodes(), setting.capacity())),
            // permission of some
            new Entry<>(MaekawaSimple.PROFILE, option(QUORUMS, QUORUMS_MEANING), setting -> {
                RequestSets sets = requestSets(setting);
                return me -> new MaekawaSimple(me, setting.nodes(), sets);
            }),
            new Entry<>(Maekawa.PROFILE, option(QUORUMS, QUORUMS_MEANING), setting -> {
                RequestSets sets = requestSets(setting);
                return me -> new Maekawa(me, setting.nodes(), sets);
            }),
            // token
            Entry.of(SuzukiKasami.PROFILE, setting -> me -> new SuzukiKasami(me, setting.nodes())),
            new Entry<>(
                    RaymondTree.PROFILE,
                    option(TREE, "line, star, binary, 3-ary and so on, or edges such as 1-2,2-3; default binary"),
                    setting -> {
                        Tree tree = Tree.named(setting.options().getOrDefault(TREE, "binary"), setting.nodes());
                        return me -> new RaymondTree(me, tree);
                    }),
            Entry.of(NaimiTrehel.PROFILE, setting -> NaimiTrehel::new),
            Entry.of(TokenRing.PROFILE, setting -> me -> new TokenRing(me, setting.nodes())),
            new Entry<>(LastEnteredLiteral.PROFILE, option(TIME_LIMIT, QUANTA), setting -> {
                int limit = setting.number(TIME_LIMIT, 2, 0);
                return me -> new LastEnteredLiteral(me, setting.nodes(), limit);
            }),
            new Entry<>(LastEnteredCharitable.PROFILE, option(TIME_LIMIT, QUANTA), setting -> {
                int limit = setting.number(TIME_LIMIT, 2, 0);
                return me -> new LastEnteredCharitable(me, setting.nodes(), limit);
            }),
            Entry.of(LastEntered.PROFILE, setting -> me -> new LastEntered(me)));

    private Catalogue() {}

    /** In the order in which they are best read. */
    public static List<Entry<?, ?>> entries() {
        return ENTRIES;
    }

    public static Optional<Entry<?, ?>> find(String id) {
        for (Entry<?, ?> entry : ENTRIES) {
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

    private static void refuseReaders(Setting setting) {
        if (setting.capacity().kind() == Capacity.Kind.READ_WRITE) {
            throw new IllegalArgumentException(RicartAgrawalaModulo.PROFILE.id() + " cannot serve a read-write lock:"
                    + " readers do not wait for each other, so one may get any number of numbers ahead of another,"
                    + " and modulo M it then looks older; ra-readers-writers serves one");
        }
    }

    private static RequestSets requestSets(Setting setting) {
        String shape = setting.options().get(QUORUMS);
        return shape == null
                ? RequestSets.build(setting.nodes())
                : RequestSets.build(Shape.named(shape), setting.nodes());
    }

    /** The kind of lock in words. */
    public static String name(Capacity.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String names(Set<Capacity.Kind> kinds) {
        return kinds.stream().map(Catalogue::name).collect(Collectors.joining(", "));
    }
}
