package org.peerlock.internal.engine.membership;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/**
 * The requests of other members to renew their leases, until this node has written them to the registry. It collects them for a
 * moment, and writes all of them at once.
 *
 * <p>A request is confirmed when it is certainly in the registry, and then forgotten. It is forgotten as well when its sender's
 * renewal interval has passed: a node that does not ask again must not be renewed again, or nobody would ever notice its death.
 */
class RenewalBatch {

    private record Received(Packet.RenewalRequest request, long at, Timing sender) {

        boolean isDue(long now) {
            return now - at >= sender.renewalBatchNanos();
        }

        boolean isOld(long now) {
            return now - at >= sender.renewalIntervalNanos();
        }
    }

    private final SortedMap<Incarnation, Received> requests = new TreeMap<>();
    /** The requests in the write that is under way, by their numbers. */
    private SortedMap<Incarnation, Long> writing = Collections.emptySortedMap();

    /**
     * An older request than the last one changes nothing.
     *
     * @param sender how often the node renews that makes the request
     */
    void add(long now, Incarnation from, Packet.RenewalRequest request, Timing sender) {
        Received last = requests.get(from);
        if (last == null || request.number() - last.request().number() > 0) {
            requests.put(from, new Received(request, now, sender));
        }
    }

    /** Whether it is time to write. */
    boolean isDue(long now) {
        return requests.values().stream().anyMatch(received -> received.isDue(now));
    }

    /** An operation begins. What was to be written before, and is not known to be, is not confirmed by it. */
    void onOperation() {
        writing = Collections.emptySortedMap();
    }

    /** The commands of a write that begins now. */
    List<RegistryCommand.Renew> commands(long now) {
        forgetOld(now);
        writing = new TreeMap<>();
        requests.forEach((id, received) -> writing.put(id, received.request().number()));
        return requests.entrySet().stream()
                .map(entry -> new RegistryCommand.Renew(
                        entry.getKey(), entry.getValue().request().unreachable()))
                .toList();
    }

    void forgetOld(long now) {
        requests.values().removeIf(received -> received.isOld(now));
    }

    /** This content was certainly written by the write that was under way. Confirms the renewals that are in it. */
    void onWritten(ClusterState content, BiConsumer<Incarnation, Packet.RenewalConfirmation> confirm) {
        ClusterState told = content.withSecret(RegistrySecret.WITHHELD); // once for all
        writing.forEach((id, number) -> {
            requests.computeIfPresent(id, (same, last) -> last.request().number() == number ? null : last);
            if (content.isRegistered(id)) { // otherwise its renewal was refused
                confirm.accept(id, new Packet.RenewalConfirmation(number, told));
            }
        });
        writing = Collections.emptySortedMap();
    }
}
