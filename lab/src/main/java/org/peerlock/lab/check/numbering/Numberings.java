package org.peerlock.lab.check.numbering;

import java.util.Map;
import java.util.Optional;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.MaekawaSimple;
import org.peerlock.algorithm.permission.MediumSequencing;
import org.peerlock.algorithm.permission.RaymondK;
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
import org.peerlock.lab.world.Numbering;

/** All numberings, by the algorithms that they know. */
public final class Numberings {

    private static final Numbering<?, ?> RICART_AGRAWALA = new RicartAgrawalaNumbering();
    private static final Numbering<?, ?> MAEKAWA = new MaekawaNumbering();
    private static final Numbering<?, ?> LAST_ENTERED_LITERAL = new LastEnteredLiteralNumbering();

    private static final Map<Class<?>, Numbering<?, ?>> NUMBERINGS = Map.ofEntries(
            Map.entry(Lamport.class, new LamportNumbering()),
            Map.entry(RicartAgrawala.class, RICART_AGRAWALA),
            Map.entry(RicartAgrawalaBroadcast.class, RICART_AGRAWALA),
            Map.entry(RicartAgrawalaBroadcastReply.class, RICART_AGRAWALA),
            Map.entry(RicartAgrawalaIncrement.class, RICART_AGRAWALA),
            Map.entry(RicartAgrawalaReadersWriters.class, RICART_AGRAWALA),
            Map.entry(RicartAgrawalaModulo.class, new ModuloNumbering()),
            Map.entry(RicartAgrawalaPriority.class, new PriorityNumbering()),
            Map.entry(MediumSequencing.class, new MediumSequencingNumbering()),
            Map.entry(RingEcho.class, new RingEchoNumbering()),
            Map.entry(RingNotes.class, new RingNotesNumbering()),
            Map.entry(RoucairolCarvalho.class, new RoucairolCarvalhoNumbering()),
            Map.entry(RaymondK.class, new RaymondKNumbering()),
            Map.entry(Maekawa.class, MAEKAWA),
            Map.entry(MaekawaSimple.class, MAEKAWA),
            Map.entry(SuzukiKasami.class, new SuzukiKasamiNumbering()),
            Map.entry(RaymondTree.class, new RaymondTreeNumbering()),
            Map.entry(NaimiTrehel.class, new NaimiTrehelNumbering()),
            Map.entry(TokenRing.class, new TokenRingNumbering()),
            Map.entry(LastEnteredLiteral.class, LAST_ENTERED_LITERAL),
            Map.entry(LastEnteredCharitable.class, LAST_ENTERED_LITERAL),
            Map.entry(LastEntered.class, new LastEnteredNumbering()));

    private Numberings() {}

    /** The numbering of an algorithm, if it has one; a modification may have none although what it modifies has. */
    @SuppressWarnings("unchecked") // each is put under an algorithm that has such states and messages
    public static <S extends Record, M> Optional<Numbering<S, M>> of(Algorithm<S, M> algorithm) {
        return Optional.ofNullable((Numbering<S, M>) NUMBERINGS.get(algorithm.getClass()));
    }
}
