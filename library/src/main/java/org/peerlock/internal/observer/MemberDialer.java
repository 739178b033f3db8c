package org.peerlock.internal.observer;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.io.netty.util.concurrent.Future;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.text.DurationText;
import org.peerlock.internal.transport.ConnectionKind;
import org.peerlock.internal.transport.DialProblem;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.internal.transport.Transport;

/**
 * Dials members as they dial each other, with the same handshake, and probes each one a few times. Several are dialed at a time,
 * but not all.
 */
public final class MemberDialer implements Transport.Listener {

    private static final int AT_A_TIME = 16;
    private static final int PINGS = 5;

    private final Duration timeout;
    private final Deque<Incarnation> waiting;
    private final Map<Incarnation, Dial> dials = new TreeMap<>();
    private final SortedMap<Incarnation, Contact> contacts = new TreeMap<>();
    private final CompletableFuture<SortedMap<Incarnation, Contact>> complete = new CompletableFuture<>();
    /** Set before the loop has any task. */
    private @Nullable ObserverTransport observer;

    private long lastNumber;

    /** One member that is being dialed; the loop's. */
    private static final class Dial {

        private final Future<?> deadline;
        private final List<Duration> roundTrips = new ArrayList<>();
        private boolean answered;
        private String label = "";
        private String version = "";
        private Optional<ConnectionKind> kind = Optional.empty();
        private long number;
        private long askedAt;

        Dial(Future<?> deadline) {
            this.deadline = deadline;
        }
    }

    private MemberDialer(Collection<Incarnation> members, Duration timeout) {
        this.timeout = timeout;
        waiting = new ArrayDeque<>(members);
    }

    /**
     * Dials the members, and returns what came of it for each. Blocks.
     *
     * @param state with the addresses and the secret
     * @param timeout for each member, with all probes
     * @throws IOException if a file with a certificate cannot be used
     */
    public static SortedMap<Incarnation, Contact> dial(
            NodeSettings settings,
            ClusterState state,
            NetworkOptions options,
            ObserverTransport.Way way,
            Collection<Incarnation> members,
            Duration timeout)
            throws IOException, InterruptedException {
        MemberDialer dialer = new MemberDialer(members, timeout);
        try (ObserverTransport observer = ObserverTransport.open(settings, state, options, way, dialer)) {
            dialer.observer = observer;
            observer.loop().execute(() -> {
                observer.transport().updateMembers(state);
                dialer.dialNext();
            });
            return dialer.complete.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private ObserverTransport observer() {
        ObserverTransport now = observer;
        if (now == null) {
            throw new IllegalStateException("nobody was dialed yet");
        }
        return now;
    }

    private void dialNext() {
        while (dials.size() < AT_A_TIME && !waiting.isEmpty()) {
            dial(waiting.remove());
        }
        if (dials.isEmpty() && waiting.isEmpty()) {
            complete.complete(contacts);
        }
    }

    private void dial(Incarnation member) {
        Dial dial = new Dial(observer().loop().schedule(() -> late(member), timeout.toNanos(), TimeUnit.NANOSECONDS));
        dials.put(member, dial);
        Optional<DialProblem> problem = observer().transport().dialProblem(member);
        if (problem.isPresent()) {
            end(member, dial, problem); // it must not be dialed
        } else {
            probe(member, dial);
        }
    }

    private void probe(Incarnation member, Dial dial) {
        dial.number = ++lastNumber;
        dial.askedAt = System.nanoTime();
        observer().transport().send(member, new Packet.Probe(dial.number));
    }

    @Override
    public void received(Incarnation from, Packet packet) {
        Dial dial = dials.get(from);
        if (dial == null || !(packet instanceof Packet.ProbeReply reply) || reply.number() != dial.number) {
            return;
        }
        if (!dial.answered) { // the first answer took as long as the dial
            dial.answered = true;
            dial.label = reply.label();
            dial.version = reply.version();
            dial.kind = observer().transport().connectionKind(from);
        } else {
            dial.roundTrips.add(Duration.ofNanos(System.nanoTime() - dial.askedAt));
        }
        if (dial.roundTrips.size() < PINGS) {
            probe(from, dial);
        } else {
            end(from, dial, Optional.empty());
        }
    }

    @Override
    public void connected(Incarnation other) {
        // It was asked already.
    }

    @Override
    public void dialFailed(Incarnation other) {
        Dial dial = dials.get(other);
        if (dial != null) {
            end(other, dial, observer().transport().dialProblem(other));
        }
    }

    @Override
    public void disconnected(Incarnation other) {
        Dial dial = dials.get(other);
        if (dial != null) {
            end(
                    other,
                    dial,
                    Optional.of(new DialProblem(
                            DialProblem.Kind.CLOSED, "it closed the connection after the handshake, or has ended")));
        }
    }

    private void late(Incarnation member) {
        Dial dial = dials.get(member);
        if (dial != null) {
            DialProblem silence =
                    new DialProblem(DialProblem.Kind.SILENT, "it does not answer within " + DurationText.of(timeout));
            end(
                    member,
                    dial,
                    Optional.of(observer().transport().dialProblem(member).orElse(silence)));
        }
    }

    private void end(Incarnation member, Dial dial, Optional<DialProblem> problem) {
        dial.deadline.cancel(false);
        dials.remove(member);
        contacts.put(member, new Contact(member, dial.kind, dial.label, dial.version, dial.roundTrips, problem));
        observer().loop().execute(this::dialNext);
    }
}
