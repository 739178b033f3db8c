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
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.algorithm.permission.RequestSets.Shape;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.algorithm.token.SuzukiKasami;

/** All algorithms, by name. */
public final class Catalogue {

    private static final String QUORUMS = "quorums";

    private static final List<Entry<?, ?>> ENTRIES = List.of(
            Entry.of(Lamport.PROFILE, setting -> me -> new Lamport(me, setting.nodes(), setting.capacity())),
            Entry.of(RicartAgrawala.PROFILE, setting -> me -> new RicartAgrawala(me, setting.nodes())),
            Entry.of(RoucairolCarvalho.PROFILE, setting -> me -> new RoucairolCarvalho(me, setting.nodes())),
            new Entry<>(
                    Maekawa.PROFILE,
                    option(
                            QUORUMS,
                            "plane, grid or cover: how request sets are built; default plane where N allows, else cover"),
                    setting -> {
                        RequestSets sets = requestSets(setting);
                        return me -> new Maekawa(me, setting.nodes(), sets);
                    }),
            Entry.of(SuzukiKasami.PROFILE, setting -> me -> new SuzukiKasami(me, setting.nodes())),
            MembershipOptions.entry(
                    (me, options) -> new Membership(me, options.members(), options.names(), options.learning())));

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
