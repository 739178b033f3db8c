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

/**
 * All numberings by algorithm.
 *
 * <table>
 * <caption>Algorithms that have none</caption>
 * <tr><td>ra-implicit-reply</td><td>its fences follow from its numbers, and its numbers from fences: neither can be left out or
 * shifted without the other</td></tr>
 * <tr><td>ra-membership</td><td>timers wait for requests by how many a node has made, so these cannot be left out</td></tr>
 * </table>
 *
 * <p>A numbering makes states equivalent. With unlimited entries a search ends only if the number
 * of messages under way is bounded, too, and if growing numbers stay within a bounded distance of
 * each other.
 *
 * <table>
 * <caption>Where a search with unlimited entries does not end</caption>
 * <tr><td>ra-medium</td><td>a node that observes its own messages soon may broadcast any number before another has observed one</td></tr>
 * <tr><td>roucairol-carvalho</td><td>a node that has the permission of all enters again and again, and only its own highest number grows</td></tr>
 * <tr><td>suzuki-kasami, from 3 nodes on</td><td>a REQUEST may stay under way to a node without the token, while the next ones are served</td></tr>
 * <tr><td>maekawa and maekawa-simple, from 3 nodes on</td><td>the numbers of nodes that are not asked do not grow with those of others</td></tr>
 * <tr><td>maekawa on an unordered network</td><td>a FAILED or INQUIRE may stay under way while the next requests are
 * served</td></tr>
 * <tr><td>last-entered, from 3 nodes on or on an unordered network</td><td>so may an ALREADY_THERE</td></tr>
 * <tr><td>ra-broadcast-reply, from 3 nodes on, on an unordered network</td><td>so may a REPLY for another node</td></tr>
 * <tr><td>raymond-k as a semaphore</td><td>so may a REPLY that was not needed</td></tr>
 * <tr><td>lamport, ra-ring-echo, raymond-k, maekawa and maekawa-simple, if any number of requests may be cancelled</td><td>a node may cancel and request again at once, while nothing arrives</td></tr>
 * </table>
 */
public final class Numberings {

    private static final Numbering<?, ?> RICART_AGRAWALA = new RicartAgrawalaNumbering();
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
            Map.entry(Maekawa.class, new MaekawaNumbering()),
            Map.entry(MaekawaSimple.class, new MaekawaSimpleNumbering()),
            Map.entry(SuzukiKasami.class, new SuzukiKasamiNumbering()),
            Map.entry(RaymondTree.class, new RaymondTreeNumbering()),
            Map.entry(NaimiTrehel.class, new NaimiTrehelNumbering()),
            Map.entry(TokenRing.class, new TokenRingNumbering()),
            Map.entry(LastEnteredLiteral.class, LAST_ENTERED_LITERAL),
            Map.entry(LastEnteredCharitable.class, LAST_ENTERED_LITERAL),
            Map.entry(LastEntered.class, new LastEnteredNumbering()));

    private Numberings() {}

    /**
     * The numbering of an algorithm, if there is one: one of this package, or the algorithm itself.
     * A modification may have none although the original algorithm has one.
     */
    @SuppressWarnings("unchecked") // each is put under, or is, an algorithm that has such states and messages
    public static <S extends Record, M> Optional<Numbering<S, M>> of(Algorithm<S, M> algorithm) {
        if (algorithm instanceof Numbering<?, ?> own) {
            return Optional.of((Numbering<S, M>) own);
        }
        return Optional.ofNullable((Numbering<S, M>) NUMBERINGS.get(algorithm.getClass()));
    }
}
