package org.peerlock.algorithm;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an algorithm needs from its environment, and what it claims there. All algorithms assume
 * that no node fails.
 *
 * @param claims for each network that the algorithm claims to tolerate, the properties that it
 *     claims there
 * @param medium what one transmission must be able to reach
 * @param timeBound whether message delays must have a known bound
 */
public record Assumptions(Map<Network, Set<Property>> claims, Medium medium, boolean timeBound) {

    public Assumptions {
        claims = Collections.unmodifiableMap(new EnumMap<>(claims));
    }

    /** Tolerates messages that overtake each other, and claims the usual properties. */
    public static Assumptions anyOrder() {
        return on(Network.values());
    }

    /**
     * Needs messages to arrive in the order in which they were sent. Claims the usual properties on
     * such a network, and none on others.
     */
    public static Assumptions fifoOnly() {
        return on(Network.FIFO);
    }

    /** Claims nothing on any network. */
    public static Assumptions nothing() {
        return on();
    }

    private static Assumptions on(Network... networks) {
        Map<Network, Set<Property>> claims = new EnumMap<>(Network.class);
        for (Network network : networks) {
            claims.put(network, Property.usual());
        }
        return new Assumptions(claims, Medium.LINKS, false);
    }

    /** The same assumptions, but these properties are claimed on no network. */
    public Assumptions without(Property... properties) {
        Map<Network, Set<Property>> fewer = new EnumMap<>(Network.class);
        claims.forEach((network, claimed) -> {
            Set<Property> kept = EnumSet.copyOf(claimed);
            kept.removeAll(List.of(properties));
            fewer.put(network, Collections.unmodifiableSet(kept));
        });
        return new Assumptions(fewer, medium, timeBound);
    }

    /**
     * The weakest network that the algorithm claims to tolerate; FIFO, the strongest one, if it
     * tolerates none.
     */
    public Network weakest() {
        return claims.containsKey(Network.UNORDERED) ? Network.UNORDERED : Network.FIFO;
    }

    /** The same claims, on such a medium. */
    public Assumptions with(Medium other) {
        return new Assumptions(claims, other, timeBound);
    }

    /** The same claims, where message delays have a known bound. */
    public Assumptions withinTime() {
        return new Assumptions(claims, medium, true);
    }

    /** The properties claimed on a network; none on one that the algorithm does not tolerate. */
    public Set<Property> claimedOn(Network network) {
        return claims.getOrDefault(network, Collections.emptySet());
    }
}
