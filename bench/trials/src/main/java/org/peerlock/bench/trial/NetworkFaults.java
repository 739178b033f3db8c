package org.peerlock.bench.trial;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.peerlock.bench.storm.FaultKind;
import org.peerlock.bench.storm.Nemesis;
import org.peerlock.bench.storm.StormPlan;

/** Partitions, and networks that lose, delay and duplicate packets. Each heals by itself. */
final class NetworkFaults {

    private static final double SHORTEST_IN_LEASES = 0.3;
    private static final double LONGEST_IN_LEASES = 3;
    private static final double LARGEST_LOSS = 0.3;
    private static final double LARGEST_DUPLICATION = 0.5;
    private static final Duration LONGEST_DELAY = Duration.ofMillis(400);

    private final TrialNetwork network;
    private final int servers;
    private final SplittableRandom random;

    /** @param servers the first hosts have the servers of the registry, the others the processes */
    NetworkFaults(TrialNetwork network, int servers, SplittableRandom random) {
        this.network = network;
        this.servers = servers;
        this.random = random;
    }

    Map<FaultKind, Nemesis.Fault> all() {
        Map<FaultKind, Nemesis.Fault> faults = new EnumMap<>(FaultKind.class);
        faults.put(FaultKind.ISOLATE, this::isolate);
        faults.put(FaultKind.HALVES, this::halves);
        faults.put(FaultKind.BRIDGE, this::bridge);
        faults.put(FaultKind.RING, this::ring);
        faults.put(FaultKind.ONE_WAY, this::oneWay);
        faults.put(FaultKind.FIREWALL, () -> firewall(true));
        faults.put(FaultKind.FIREWALL_ONE_WAY, () -> firewall(false));
        faults.put(FaultKind.REGISTRY_UNREACHABLE, this::registryUnreachable);
        faults.put(FaultKind.LOSS, () -> degrade(Link.lossy(random.nextDouble(LARGEST_LOSS))));
        faults.put(FaultKind.DUPLICATION, () -> degrade(Link.duplicating(random.nextDouble(LARGEST_DUPLICATION))));
        faults.put(
                FaultKind.DELAY,
                () -> degrade(Link.slow(Duration.ofNanos(1 + random.nextLong(LONGEST_DELAY.toNanos())))));
        return faults;
    }

    private void isolate() throws InterruptedException {
        int alone = random.nextInt(network.size());
        partition((from, to) -> from != alone && to != alone);
    }

    private void halves() throws InterruptedException {
        List<Integer> order = shuffled();
        partition((from, to) -> isInFirstHalf(order, from) == isInFirstHalf(order, to));
    }

    /** Two halves, and one host that reaches both. */
    private void bridge() throws InterruptedException {
        List<Integer> order = shuffled();
        int middle = random.nextInt(network.size());
        partition(
                (from, to) -> from == middle || to == middle || isInFirstHalf(order, from) == isInFirstHalf(order, to));
    }

    private boolean isInFirstHalf(List<Integer> order, int host) {
        return order.indexOf(host) < network.size() / 2;
    }

    /** Every host reaches its two neighbours only. */
    private void ring() throws InterruptedException {
        List<Integer> order = shuffled();
        partition((from, to) -> {
            int distance = Math.abs(order.indexOf(from) - order.indexOf(to));
            return distance == 1 || distance == network.size() - 1;
        });
    }

    /** One host receives, but nobody hears it. */
    private void oneWay() throws InterruptedException {
        int mute = random.nextInt(network.size());
        partition((from, to) -> from != mute);
    }

    private List<Integer> shuffled() {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, network.size()).boxed().toList());
        Collections.shuffle(order, new Random(random.nextLong()));
        return order;
    }

    /** Cuts all links that must not work. */
    private void partition(BiPredicate<Integer, Integer> works) throws InterruptedException {
        for (int from = 0; from < network.size(); from++) {
            for (int to = 0; to < network.size(); to++) {
                if (from != to && !works.test(from, to)) {
                    network.cut(from, to);
                }
            }
        }
        last();
        network.heal();
    }

    /** Some of the hosts with processes do not reach the registry. */
    private void registryUnreachable() throws InterruptedException {
        List<Integer> victims =
                shuffled().stream().filter(host -> host >= servers).toList();
        int count = 1 + random.nextInt(victims.size());
        List<Integer> cutOff = victims.subList(0, count);
        partition((from, to) -> !((cutOff.contains(from) && to < servers) || (cutOff.contains(to) && from < servers)));
    }

    /** The firewall of one host drops what comes from another one, and perhaps that of the other one, too. */
    private void firewall(boolean both) throws IOException, InterruptedException {
        List<Integer> pair = shuffled();
        TrialHost one = network.hosts().get(pair.get(0));
        TrialHost other = network.hosts().get(pair.get(1));
        one.block(List.of(other.address()));
        if (both) {
            other.block(List.of(one.address()));
        }
        last();
        one.unblock();
        if (both) {
            other.unblock();
        }
    }

    private void degrade(Link link) throws InterruptedException {
        network.degrade(link);
        last();
        network.heal();
    }

    /** Waits for less or for more than a lease. */
    private void last() throws InterruptedException {
        double leases = random.nextDouble(SHORTEST_IN_LEASES, LONGEST_IN_LEASES);
        TimeUnit.NANOSECONDS.sleep((long) (leases * StormPlan.LEASE.toNanos()));
    }
}
