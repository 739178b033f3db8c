package org.peerlock.bench.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.peerlock.bench.process.Host;
import org.peerlock.bench.storm.OutageEnvironment;
import org.peerlock.bench.storm.OutageScenario;
import org.peerlock.bench.storm.StormEnvironment;
import org.peerlock.bench.storm.StormPlan;

/**
 * Three hosts for processes and up to three for the servers of the registry, in one network. The
 * clocks of the hosts for processes are wrong.
 *
 * <p>A process knows the URL of the registry, and nothing else.
 */
final class SeveralHosts implements StormEnvironment, OutageEnvironment {

    private static final int SERVERS = 3;

    /**
     * How wrong the clocks of the hosts for processes are, in millionths: almost as much as the library
     * allows.
     */
    private static final List<Integer> DRIFTS = List.of(0, 9_900, -9_900);

    private static final String DRIFT_PROPERTY = "org.peerlock.internal.trial.clock-drift-ppm";

    private final TrialNetwork network;
    private final RegistryServers servers;
    private final Duration gap;

    /**
     * Creates the hosts, and starts the servers.
     *
     * @param gap the longest time from one fault to the next
     */
    SeveralHosts(RegistryKind registry, Duration gap, Path directory) throws IOException, InterruptedException {
        this.gap = gap;
        network = new TrialNetwork(SERVERS + DRIFTS.size());
        try {
            servers = registry.create(network.hosts().subList(0, SERVERS), directory);
            servers.startAll();
        } catch (IOException | InterruptedException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    /** The hosts of a trial of an outage: one server of PostgreSQL; several of etcd, where one host is to lose sight of them. */
    static SeveralHosts forOutage(OutageScenario scenario, Path directory) throws IOException, InterruptedException {
        RegistryKind registry = scenario == OutageScenario.ONE_HOST ? RegistryKind.ETCD : RegistryKind.POSTGRESQL;
        return new SeveralHosts(registry, Duration.ZERO, directory.resolve("servers"));
    }

    @Override
    public String registry() {
        return servers.url();
    }

    @Override
    public Host host(int process) {
        String drift = "-D" + DRIFT_PROPERTY + "=" + DRIFTS.get((process - 1) % DRIFTS.size());
        TrialHost host = network.hosts().get(hostOf(process));
        return new Host(host.address(), host.prefix(), Map.of("JAVA_TOOL_OPTIONS", drift));
    }

    private static int hostOf(int process) {
        return SERVERS + (process - 1) % DRIFTS.size();
    }

    @Override
    public void stopRegistry() {
        servers.killAll();
    }

    @Override
    public void startRegistry() throws IOException, InterruptedException {
        servers.startAll();
    }

    @Override
    public void cutOffFromRegistry(int process) {
        for (int server = 0; server < SERVERS; server++) {
            network.cut(server, hostOf(process));
            network.cut(hostOf(process), server);
        }
    }

    @Override
    public void heal() {
        network.heal();
    }

    @Override
    public List<Attack> attacks(Lock undisturbed, SplittableRandom random, Consumer<String> progress) {
        return List.of(
                new Attack(new NetworkFaults(network, SERVERS, random.split()).all(), gap),
                new Attack(new ServerFaults(servers, random.split()).all(), gap.plus(StormPlan.LEASE)));
    }

    @Override
    public void close() throws IOException {
        servers.close();
        network.close();
    }
}
