package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.algorithm.permission.RequestSets.Shape;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RoucairolCarvalho;

/** All algorithms, by name. */
public final class Catalogue {

    private static final String QUORUMS =
            "plane, grid or cover: how request sets are built; default plane where N allows, else cover";

    private static final List<Entry<?, ?>> ENTRIES = List.of(
            Entry.of(RicartAgrawala.PROFILE, (me, setting) -> new RicartAgrawala(me, setting.nodes())),
            Entry.of(RoucairolCarvalho.PROFILE, (me, setting) -> new RoucairolCarvalho(me, setting.nodes())),
            new Entry<>(Maekawa.PROFILE, new TreeMap<>(Map.of("quorums", QUORUMS)), Catalogue::maekawa));

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

    private static List<Algorithm<Maekawa.State, Maekawa.Message>> maekawa(Setting setting) {
        int n = setting.nodes();
        String quorums = setting.options().get("quorums");
        RequestSets sets = quorums == null ? RequestSets.build(n) : RequestSets.build(Shape.named(quorums), n);
        return IntStream.rangeClosed(1, n)
                .<Algorithm<Maekawa.State, Maekawa.Message>>mapToObj(me -> new Maekawa(me, n, sets))
                .toList();
    }

    /** The kind of lock in words. */
    public static String name(Capacity.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String names(Set<Capacity.Kind> kinds) {
        return new TreeSet<>(kinds).stream().map(Catalogue::name).collect(Collectors.joining(", "));
    }
}
