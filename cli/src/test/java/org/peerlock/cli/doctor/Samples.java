package org.peerlock.cli.doctor;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.transport.DialProblem;

/** Measurements in which all is well, and the same with one thing that is not. */
final class Samples {

    /** A write may take 800 ms, a renewal is due every second, a message is sent again after 600 ms. */
    static final Timing TIMING = new Timing(Duration.ofSeconds(6).toNanos(), 10_000);

    private Samples() {}

    // Registry

    static RegistryMeasurement registry(RegistryMeasurement.Content content, String problem) {
        return new RegistryMeasurement(
                "PostgreSQL at db:5432/app", content, problem, "", "", 0, List.of(), Map.of(), "", "", 0, null);
    }

    static RegistryMeasurement readable(double... readMillis) {
        return readable("", "", "All is kept.", "", null, readMillis);
    }

    static RegistryMeasurement readable(
            String nodeProblem,
            String versionProblem,
            String durability,
            String durabilityProblem,
            RegistryMeasurement.@Nullable Writes writes,
            double... readMillis) {
        return new RegistryMeasurement(
                "PostgreSQL at db:5432/app",
                RegistryMeasurement.Content.CLUSTER,
                "",
                nodeProblem,
                versionProblem,
                30,
                Arrays.stream(readMillis).boxed().toList(),
                Map.of("fsync", "on"),
                durability,
                durabilityProblem,
                2,
                writes);
    }

    // Members

    static MemberMeasurement.Connection works(String by, double... roundTripMillis) {
        return new MemberMeasurement.Connection(
                by, Arrays.stream(roundTripMillis).boxed().toList(), null, "");
    }

    static MemberMeasurement.Connection fails(String by, DialProblem.Kind kind, String problem) {
        return new MemberMeasurement.Connection(by, List.of(), kind, problem);
    }

    static MemberMeasurement member(String address, MemberMeasurement.Connection... connections) {
        return new MemberMeasurement(
                "7c01aa3e", address, "shop, pid 4711", "0.1.0", "1-2", false, List.of(), List.of(connections));
    }

    static MemberMeasurement dead() {
        return new MemberMeasurement("7c01aa3e", "10.0.0.7:7100", "", "", "1-2", true, List.of(), List.of());
    }

    static MemberMeasurement accusing(String... ids) {
        return new MemberMeasurement(
                "7c01aa3e", "10.0.0.7:7100", "shop", "0.1.0", "1-2", false, List.of(ids), List.of(works("TLS", 1)));
    }

    // Clocks

    static ClockMeasurement clocks(@Nullable Double steal, @Nullable Double suspended, double jump, double delay) {
        return new ClockMeasurement(1_000, steal, suspended, jump, 480, 0.1, delay);
    }

    // Addresses

    static AddressMeasurement address(String listenHost, int first, int last, String advertised, int port) {
        return address(listenHost, first, last, advertised, port, AddressMeasurement.Port.FREE, "");
    }

    /** A process here would not connect with that member. */
    static AddressMeasurement refusing(String advertised, String id, String reason) {
        return new AddressMeasurement(
                "",
                "",
                7100,
                7100,
                "",
                advertised,
                0,
                HostText.isLoopback(advertised),
                false,
                AddressMeasurement.Port.FREE,
                "",
                List.of(),
                new TreeMap<>(Map.of(id, reason)));
    }

    static AddressMeasurement address(
            String listenHost,
            int first,
            int last,
            String advertised,
            int port,
            AddressMeasurement.Port outcome,
            String portProblem) {
        return new AddressMeasurement(
                "",
                listenHost,
                first,
                last,
                "32768-60999",
                advertised,
                port,
                HostText.isLoopback(advertised),
                !HostText.isLoopback(advertised),
                outcome,
                portProblem,
                List.of("db.example.com"),
                new TreeMap<>());
    }
}
