package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.token.SuzukiKasami;

/** All algorithms, by name. */
public final class Catalogue {

    private static final List<Entry<?, ?>> ENTRIES = List.of(
            Entry.of(Lamport.PROFILE, (me, setting) -> new Lamport(me, setting.nodes(), setting.capacity())),
            Entry.of(RicartAgrawala.PROFILE, (me, setting) -> new RicartAgrawala(me, setting.nodes())),
            Entry.of(SuzukiKasami.PROFILE, (me, setting) -> new SuzukiKasami(me, setting.nodes())));

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

    /** The kind of lock in words. */
    public static String name(Capacity.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String names(Set<Capacity.Kind> kinds) {
        return kinds.stream().map(Catalogue::name).collect(Collectors.joining(", "));
    }
}
