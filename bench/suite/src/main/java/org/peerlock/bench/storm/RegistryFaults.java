package org.peerlock.bench.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Faults of the registry, within the limits that the library promises to survive. */
final class RegistryFaults {

    private static final int MOST_LEASES = 2;
    private static final long RECOVERY_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Path registry;
    private final RegistryDisk disk;
    private final Lock undisturbed;
    private final SplittableRandom random;

    /** @param undisturbed is held by others while a process is starting or stopped */
    RegistryFaults(Path registry, RegistryDisk disk, Lock undisturbed, SplittableRandom random) {
        this.registry = registry;
        this.disk = disk;
        this.undisturbed = undisturbed;
        this.random = random;
    }

    Map<FaultKind, Nemesis.Fault> all() {
        Map<FaultKind, Nemesis.Fault> faults = new EnumMap<>(FaultKind.class);
        faults.put(FaultKind.DELETE_STATE, this::deleteState);
        faults.put(FaultKind.DELETE_DIRECTORY, this::deleteDirectory);
        faults.put(FaultKind.CORRUPT, this::corrupt);
        faults.put(FaultKind.READ_ONLY, this::makeReadOnly);
        faults.put(FaultKind.FULL, this::fill);
        return faults;
    }

    private Path state() {
        return registry.resolve("cluster-state");
    }

    private void deleteState() throws IOException {
        Files.deleteIfExists(state());
    }

    /**
     * Only while no process is starting or stopped: one that starts now might find no trace of the
     * others, and two might hold a lock. So it is documented.
     */
    private void deleteDirectory() throws IOException, InterruptedException {
        undisturbed.lock();
        try {
            if (random.nextBoolean()) {
                Path elsewhere = registry.resolveSibling("deleted");
                Files.move(registry, elsewhere, StandardCopyOption.ATOMIC_MOVE);
                RegistryDisk.deleteTree(elsewhere);
            } else {
                deleteWhileTheyWrite();
            }
            long start = System.nanoTime();
            while (!Files.exists(state())) {
                if (System.nanoTime() - start > RECOVERY_NANOS) {
                    throw new IOException("nobody created " + state() + " again");
                }
                TimeUnit.MILLISECONDS.sleep(10);
            }
        } finally {
            undisturbed.unlock();
        }
    }

    private void deleteWhileTheyWrite() throws IOException {
        boolean deleted = false;
        while (!deleted) {
            try {
                RegistryDisk.deleteTree(registry);
                deleted = true;
            } catch (DirectoryNotEmptyException | UncheckedIOException e) {
                // A process has created a file there meanwhile, or replaced one.
            }
        }
    }

    /** Nobody can use a damaged registry; an operator deletes it. */
    private void corrupt() throws IOException, InterruptedException {
        byte[] garbage = new byte[random.nextInt(2_000)];
        random.nextBytes(garbage);
        Path damaged = registry.resolve("damaged");
        Files.write(damaged, garbage);
        Files.move(damaged, state(), StandardCopyOption.ATOMIC_MOVE);
        last();
        deleteState();
    }

    private void makeReadOnly() throws IOException, InterruptedException {
        disk.makeReadOnly();
        last();
        disk.makeWritable();
    }

    private void fill() throws IOException, InterruptedException {
        disk.fill();
        last();
        disk.empty();
    }

    /** Waits for less or for more than a lease. */
    private void last() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(random.nextLong(MOST_LEASES * StormPlan.LEASE.toNanos()));
    }
}
