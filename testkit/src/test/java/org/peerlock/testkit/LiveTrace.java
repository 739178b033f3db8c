package org.peerlock.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceEvent;
import org.peerlock.lab.trace.TraceEvent.Kind;
import org.peerlock.testkit.SimulatedNode.AddressedPacket;

/**
 * Records for a picture what live nodes do from a certain moment on: changes of the registry, reports, and the messages of the
 * algorithm. Probes, acknowledgements, renewals and retransmissions are left out. Times are in milliseconds from that moment, and
 * the view that is current then is view 1.
 */
final class LiveTrace implements SimulatedCluster.Observer {

    private static final double MILLISECOND = 1e6;
    /** So that a reader sees a fence's view, and its counter in the last two digits. */
    private static final int FENCES_OF_A_VIEW = 100;

    private final SimulatedCluster cluster;
    private final long begin;
    private final long firstEpoch;
    private final List<TraceEvent> events = new ArrayList<>();
    private final IdentityHashMap<AddressedPacket, Long> messages = new IdentityHashMap<>();
    private final Set<Said> said = new HashSet<>();

    /** A message from one node to another. */
    private record Said(int from, int to, String text, long number) {}

    LiveTrace(SimulatedCluster cluster, View first) {
        this.cluster = cluster;
        begin = cluster.simulator().now();
        firstEpoch = first.epoch();
        cluster.observe(this);
    }

    Trace trace(String title, String subtitle) {
        return new Trace(title, subtitle, Trace.Unit.TIME, cluster.nodes().size(), events);
    }

    void asked(SimulatedNode node) {
        add(Kind.ASKED, node, 0, 0, "", 0);
    }

    void entered(SimulatedNode node, Hold grant) {
        long counter = grant.fence() & 0xFFFF_FFFFL;
        add(Kind.ENTERED, node, 0, 0, "", view(grant.fence() >>> 32) * FENCES_OF_A_VIEW + counter);
    }

    void left(SimulatedNode node) {
        add(Kind.LEFT, node, 0, 0, "", 0);
    }

    void crashed(SimulatedNode node) {
        add(Kind.CRASHED, node, 0, 0, "", 0);
    }

    @Override
    public void sent(SimulatedNode from, SimulatedNode to, AddressedPacket addressedPacket) {
        String text = text(addressedPacket.packet());
        long number = addressedPacket.packet() instanceof Packet.Data data ? data.number() : 0;
        if (text != null && said.add(new Said(from.number, to.number, text, number))) {
            long message = messages.size() + 1L;
            messages.put(addressedPacket, message);
            add(Kind.SENT, from, to.number, message, text, 0);
        }
    }

    @Override
    public void delivered(SimulatedNode from, SimulatedNode to, AddressedPacket addressedPacket) {
        String text = text(addressedPacket.packet());
        Long message = messages.get(addressedPacket);
        if (text != null && message != null) {
            add(Kind.DELIVERED, to, from.number, message, text, 0);
        }
    }

    private void add(Kind kind, SimulatedNode node, int peer, long message, String text, long fence) {
        double time = (cluster.simulator().now() - begin) / MILLISECOND;
        events.add(new TraceEvent(time, kind, node.number, peer, message, text, 1, fence));
    }

    /** Null: it is left out. */
    private @Nullable String text(Packet packet) {
        if (packet instanceof Packet.StateUpdate stateUpdate) {
            View next = stateUpdate.state().next();
            return next == null
                    ? "CONTENT(current " + view(stateUpdate.state().current().epoch()) + ")"
                    : "CONTENT(next " + view(next.epoch()) + ")";
        } else if (packet instanceof Packet.ReportPart part) {
            return "REPORT("
                    + (part.holds().isEmpty()
                            ? "nothing"
                            : String.join(", ", part.holds().keySet())) + ")";
        } else if (packet instanceof Packet.Data data) {
            return TextFormat.message(data.message()).replaceFirst("\\^.*", "");
        }
        return null;
    }

    private long view(long epoch) {
        return epoch - firstEpoch + 1;
    }
}
