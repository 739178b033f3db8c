package org.peerlock.bench.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.peerlock.bench.process.Host;

/** All processes run on this machine, and their registry is a directory. */
final class OneMachine implements StormEnvironment {

    private final RegistryDisk disk;
    private final Path registry;
    private final Duration registryGap;

    /**
     * @param registryGap the longest time from one fault of the registry to the next: nobody gets a
     *     lock in the first part of it, because all leases must expire
     * @param directory a new one for the registry
     */
    OneMachine(Duration registryGap, Path directory) throws IOException, InterruptedException {
        this.registryGap = registryGap;
        disk = RegistryDisk.create(directory);
        registry = directory.resolve("registry");
    }

    @Override
    public String registry() {
        return registry.toUri().toString();
    }

    @Override
    public Host host(int process) {
        return Host.LOCAL;
    }

    @Override
    public List<Attack> attacks(Lock undisturbed, SplittableRandom random, Consumer<String> progress)
            throws IOException {
        Map<FaultKind, Nemesis.Fault> faults = new RegistryFaults(registry, disk, undisturbed, random).all();
        for (FaultKind kind : List.copyOf(faults.keySet())) {
            disk.obstacle(kind).ifPresent(obstacle -> {
                faults.remove(kind);
                progress.accept("not this fault: " + kind.title() + ", because " + obstacle);
            });
        }
        return List.of(new Attack(faults, registryGap));
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}
