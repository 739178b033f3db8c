package org.peerlock.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.observer.Contact;
import org.peerlock.internal.observer.MemberDialer;
import org.peerlock.internal.observer.ObserverSettings;
import org.peerlock.internal.observer.ObserverTransport;
import org.peerlock.internal.text.FailureText;
import org.peerlock.internal.transport.ConnectionKind;
import org.peerlock.internal.transport.DialProblem;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.registry.RegistryStore;

/** Dials all registered processes as members do; and those that a Unix socket reaches, by TCP, too. */
final class MemberExaminer {

    private final ClusterState state;
    private final RegistryStore registry;
    private final NetworkOptions options;
    private final Duration timeout;

    /** @param timeout for one member */
    MemberExaminer(ClusterState state, RegistryStore registry, NetworkOptions options, Duration timeout) {
        this.state = state;
        this.registry = registry;
        this.options = options;
        this.timeout = timeout;
    }

    List<MemberMeasurement> measure() throws InterruptedException {
        SortedMap<Incarnation, MemberRecord> members = new TreeMap<>(state.members());
        members.remove(Incarnation.GENESIS);
        Set<String> dead = dead();
        List<Incarnation> living = members.keySet().stream()
                .filter(id -> !dead.contains(id.toString()))
                .toList();
        Map<Incarnation, Contact> usual = dial(ObserverTransport.Way.AS_MEMBERS, living);
        List<Incarnation> here = living.stream()
                .filter(id -> by(usual, id).equals(Optional.of(ConnectionKind.UNIX_SOCKET)))
                .toList();
        Map<Incarnation, Contact> byTcp = dial(ObserverTransport.Way.TCP_ONLY, here);
        List<MemberMeasurement> all = new ArrayList<>();
        members.forEach((id, record) -> {
            List<Contact> contacts = new ArrayList<>();
            Optional.ofNullable(usual.get(id)).ifPresent(contacts::add);
            Optional.ofNullable(byTcp.get(id)).ifPresent(contacts::add);
            all.add(measurement(id, record, contacts));
        });
        return all;
    }

    private Set<String> dead() {
        try {
            return registry.deathDetector().dead();
        } catch (IOException e) {
            return Set.of(); // nobody is proved to be dead
        }
    }

    private static Optional<ConnectionKind> by(Map<Incarnation, Contact> contacts, Incarnation id) {
        return Optional.ofNullable(contacts.get(id)).flatMap(Contact::kind);
    }

    private Map<Incarnation, Contact> dial(ObserverTransport.Way way, Collection<Incarnation> members)
            throws InterruptedException {
        if (members.isEmpty()) {
            return Map.of();
        }
        try {
            return MemberDialer.dial(settings(), state, options, way, members, timeout);
        } catch (IOException e) {
            DialProblem problem = new DialProblem(DialProblem.Kind.SETTINGS, FailureText.of(e));
            Map<Incarnation, Contact> none = new TreeMap<>();
            members.forEach(
                    id -> none.put(id, new Contact(id, Optional.empty(), "", "", List.of(), Optional.of(problem))));
            return none;
        }
    }

    /** A cluster with settings of a later version can be connected with, too. */
    private NodeSettings settings() {
        try {
            return ObserverSettings.of(state);
        } catch (IllegalArgumentException e) {
            return ObserverSettings.ofAny(state.cluster());
        }
    }

    private static MemberMeasurement measurement(Incarnation id, MemberRecord record, List<Contact> contacts) {
        return new MemberMeasurement(
                id.shortId(),
                record.address(),
                contacts.stream()
                        .map(Contact::label)
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse(""),
                contacts.stream()
                        .map(Contact::version)
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse(""),
                record.protocols().toString(),
                contacts.isEmpty(),
                record.unreachable().stream().map(Incarnation::shortId).toList(),
                contacts.stream().map(contact -> connection(record, contact)).toList());
    }

    private static MemberMeasurement.Connection connection(MemberRecord record, Contact contact) {
        ConnectionKind kind =
                contact.kind().orElse(record.endpoint().isEncrypted() ? ConnectionKind.TLS : ConnectionKind.PLAIN_TCP);
        return new MemberMeasurement.Connection(
                switch (kind) {
                    case UNIX_SOCKET -> "Unix socket";
                    case PLAIN_TCP -> "TCP";
                    case TLS -> "TLS";
                },
                contact.roundTrips().stream().map(Milliseconds::of).toList(),
                contact.problem().map(DialProblem::kind).orElse(null),
                contact.problem().map(DialProblem::reason).orElse(""));
    }
}
