package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.ImplicitReply;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.MediumSequencing;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.algorithm.permission.RequestSets.Shape;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RingEcho;
import org.peerlock.algorithm.permission.RingNotes;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.algorithm.token.LastEntered;
import org.peerlock.algorithm.token.LastEnteredCharitable;
import org.peerlock.algorithm.token.LastEnteredLiteral;
import org.peerlock.algorithm.token.SuzukiKasami;

/** All algorithms, by name. */
public final class Catalogue {

    private static final String QUORUMS = "quorums";
    private static final String TIME_LIMIT = "time-limit";
    private static final String QUANTA =
            "TIME_LIMIT: a process enters when it has heard nothing for one quantum more than that; default 2";

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
            Entry.of(ImplicitReply.PROFILE, setting -> me -> new ImplicitReply(me, setting.nodes())),
            Entry.of(MediumSequencing.PROFILE, setting -> MediumSequencing::new),
            Entry.of(RingEcho.PROFILE, setting -> me -> new RingEcho(me, setting.nodes())),
            Entry.of(RingNotes.PROFILE, setting -> me -> new RingNotes(me, setting.nodes())),
            Entry.of(LastEntered.PROFILE, setting -> me -> new LastEntered(me)),
            new Entry<>(LastEnteredLiteral.PROFILE, option(TIME_LIMIT, QUANTA), setting -> {
                int limit = timeLimit(setting);
                return me -> new LastEnteredLiteral(me, setting.nodes(), limit);
            }),
            new Entry<>(LastEnteredCharitable.PROFILE, option(TIME_LIMIT, QUANTA), setting -> {
                int limit = timeLimit(setting);
                return me -> new LastEnteredCharitable(me, setting.nodes(), limit);
            }));

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

    private static int timeLimit(Setting setting) {
        String quanta = setting.options().getOrDefault(TIME_LIMIT, "2");
        if (!quanta.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(TIME_LIMIT + " must be a number of quanta, not '" + quanta + "'");
        }
        return Integer.parseInt(quanta);
    }

    /** The kind of lock in words. */
    public static String name(Capacity.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String names(Set<Capacity.Kind> kinds) {
        return kinds.stream().map(Catalogue::name).collect(Collectors.joining(", "));
    }
}
