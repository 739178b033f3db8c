package org.peerlock.bench.trial;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.peerlock.bench.storm.FaultKind;
import org.peerlock.bench.storm.Nemesis;
import org.peerlock.bench.storm.StormPlan;

/** Faults of the servers of the registry. They lose no write that they have acknowledged. */
final class ServerFaults {

    private static final double LONGEST_OUTAGE_IN_LEASES = 3;

    private final RegistryServers servers;
    private final SplittableRandom random;

    ServerFaults(RegistryServers servers, SplittableRandom random) {
        this.servers = servers;
        this.random = random;
    }

    Map<FaultKind, Nemesis.Fault> all() {
        Map<FaultKind, Nemesis.Fault> faults = new EnumMap<>(FaultKind.class);
        faults.put(FaultKind.KILL_LEADER, () -> {
            servers.kill(servers.leader());
            restart();
        });
        faults.put(FaultKind.RESTART_REGISTRY, () -> {
            servers.killAll();
            servers.startAll();
        });
        faults.put(FaultKind.REGISTRY_AWAY, () -> {
            servers.killAll();
            restart();
        });
        return faults;
    }

    private void restart() throws IOException, InterruptedException {
        double leases = random.nextDouble(LONGEST_OUTAGE_IN_LEASES);
        TimeUnit.NANOSECONDS.sleep((long) (leases * StormPlan.LEASE.toNanos()));
        servers.startAll();
    }
}
