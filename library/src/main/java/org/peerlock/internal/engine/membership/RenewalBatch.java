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
 * <p>A request is confirmed when it is certainly in the registry, and then forgotten. It is forgotten as well when a renewal
 * interval has passed: a node that does not ask again must not be renewed again, or nobody would ever notice its death.
 */
class RenewalBatch {

    private record Received(Packet.RenewalRequest request, long at) {}

    private final Timing timing;
    private final SortedMap<Incarnation, Received> requests = new TreeMap<>();
    /** The requests in the write that is under way, by their numbers. */
    private SortedMap<Incarnation, Long> writing = Collections.emptySortedMap();

    RenewalBatch(Timing timing) {
        this.timing = timing;
    }

    /** An older request than the last one changes nothing. */
    void add(long now, Incarnation from, Packet.RenewalRequest request) {
        Received last = requests.get(from);
        if (last == null || request.number() - last.request().number() > 0) {
            requests.put(from, new Received(request, now));
        }
    }

    /** Whether it is time to write. */
    boolean isDue(long now) {
        return requests.values().stream().anyMatch(received -> now - received.at() >= timing.renewalBatchNanos());
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
        requests.values().removeIf(received -> now - received.at() >= timing.renewalIntervalNanos());
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
