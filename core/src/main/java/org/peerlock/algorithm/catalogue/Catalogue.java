package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.MaekawaSimple;
import org.peerlock.algorithm.permission.RaymondK;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.algorithm.permission.RequestSets.Shape;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
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

    private static final String TREE = "tree";

    private static final List<Entry<?, ?>> ENTRIES = List.of(
            Entry.of(Lamport.PROFILE, setting -> me -> new Lamport(me, setting.nodes(), setting.capacity())),
            Entry.of(RicartAgrawala.PROFILE, setting -> me -> new RicartAgrawala(me, setting.nodes())),
            Entry.of(RoucairolCarvalho.PROFILE, setting -> me -> new RoucairolCarvalho(me, setting.nodes())),
            new Entry<>(Maekawa.PROFILE, option(QUORUMS, QUORUMS_MEANING), setting -> {
                RequestSets sets = requestSets(setting);
                return me -> new Maekawa(me, setting.nodes(), sets);
            }),
            Entry.of(SuzukiKasami.PROFILE, setting -> me -> new SuzukiKasami(me, setting.nodes())),
            new Entry<>(MaekawaSimple.PROFILE, option(QUORUMS, QUORUMS_MEANING), setting -> {
                RequestSets sets = requestSets(setting);
                return me -> new MaekawaSimple(me, setting.nodes(), sets);
            }),
            Entry.of(RaymondK.PROFILE, setting -> me -> new RaymondK(me, setting.nodes(), setting.capacity())),
            new Entry<>(
                    RaymondTree.PROFILE,
                    option(TREE, "line, star, binary, 3-ary and so on, or edges such as 1-2,2-3; default binary"),
                    setting -> {
                        Tree tree = Tree.named(setting.options().getOrDefault(TREE, "binary"), setting.nodes());
                        return me -> new RaymondTree(me, tree);
                    }),
            Entry.of(NaimiTrehel.PROFILE, setting -> NaimiTrehel::new),
            Entry.of(TokenRing.PROFILE, setting -> me -> new TokenRing(me, setting.nodes())));

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
