package org.peerlock.lab.check;

import java.util.Set;
import java.util.SortedSet;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.zoo.Exhibit.Demonstration;

/**
 * Something to be checked: whether an algorithm has some properties in a small system, whatever happens in it.
 *
 * @param setting how many nodes, and what kind of lock
 * @param network what may happen to messages
 * @param start where a token is, and who is inside already
 * @param workload what the applications do, and what goes wrong around them
 * @param properties what must hold
 */
public record Check<S extends Record, M>(
        Entry<S, M> entry, Setting setting, Network network, Start start, Workload workload, Set<Property> properties) {

    /** An algorithm in a system that demonstrates something about it. */
    public static <S extends Record, M> Check<S, M> of(
            Entry<S, M> entry, Demonstration shown, Set<Property> properties) {
        Workload workload = Workload.of(shown.setting().capacity(), shown.requests())
                .withCancels(shown.cancels())
                .by(shown.requesters())
                .withPatience(shown.patience())
                .with(shown.churn());
        return new Check<>(entry, shown.setting(), shown.network(), Start.fresh(), workload, properties);
    }

    /** Searches all that can happen. */
    public Report<M> run(Effort effort) {
        return Explorer.explore(rules(), workload, properties, effort);
    }

    public Rules<S, M> rules() {
        return Rules.of(entry, setting, network, start);
    }

    /** The types of messages that the algorithm has, whether they are ever sent or not. */
    public SortedSet<String> messageTypes() {
        return MessageTypes.of(rules().nodes().get(0));
    }
}
