package org.peerlock.lab.check.numbering;

import java.util.Map;
import java.util.Optional;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcast;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.algorithm.permission.RicartAgrawalaIncrement;
import org.peerlock.lab.world.Numbering;

/** All numberings, by the algorithms that they know. */
public final class Numberings {

    private static final Map<Class<?>, Numbering<?, ?>> NUMBERINGS = Map.of(
            RicartAgrawala.class, new RicartAgrawalaNumbering(),
            RicartAgrawalaBroadcast.class, new RicartAgrawalaNumbering(),
            RicartAgrawalaBroadcastReply.class, new RicartAgrawalaNumbering(),
            RicartAgrawalaIncrement.class, new RicartAgrawalaNumbering());

    private Numberings() {}

    /** The numbering of an algorithm, if it has one; a modification may have none although what it modifies has. */
    @SuppressWarnings("unchecked") // each is put under an algorithm that has such states and messages
    public static <S extends Record, M> Optional<Numbering<S, M>> of(Algorithm<S, M> algorithm) {
        return Optional.ofNullable((Numbering<S, M>) NUMBERINGS.get(algorithm.getClass()));
    }
}
