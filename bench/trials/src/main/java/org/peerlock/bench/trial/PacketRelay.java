package org.peerlock.bench.trial;

import com.sun.jna.LastErrorException;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Carries the packets of the hosts. Every host has a TUN device, whose other end is here. Each
 * direction of each pair of hosts is a {@link Link}, which can lose packets, duplicate them, and
 * deliver them late.
 *
 * <p>Hosts are numbered from 0. The last byte of the address of host <em>i</em> is <em>i</em> + 1.
 */
final class PacketRelay implements AutoCloseable {

    private static final int LARGEST_PACKET = 65_536;
    private static final int IPV4_HEADER = 20;
    private static final int LAST_BYTE_OF_DESTINATION = 19;

    private final int hosts;
    private final int[] devices;
    private final AtomicReferenceArray<Link> links;
    private final ScheduledExecutorService late;
    private volatile boolean closed;

    PacketRelay(int hosts) {
        this.hosts = hosts;
        devices = new int[hosts];
        links = new AtomicReferenceArray<>(hosts * hosts);
        late = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "late-packets");
            thread.setDaemon(true);
            return thread;
        });
        heal();
    }

    /** Creates the device of a host. Its packets are carried after {@link #start}. */
    void createDevice(int host, String name) {
        devices[host] = Kernel.createTun(name);
    }

    /** Starts to carry the packets of a host, whose device is up. */
    void start(int host) {
        Thread thread = new Thread(() -> carryFrom(host), "packets-from-" + host);
        thread.setDaemon(true);
        thread.start();
    }

    void set(int from, int to, Link link) {
        links.set(from * hosts + to, link);
    }

    /** All links are good again. */
    void heal() {
        for (int i = 0; i < links.length(); i++) {
            links.set(i, Link.GOOD);
        }
    }

    private void carryFrom(int from) {
        byte[] packet = new byte[LARGEST_PACKET];
        while (!closed) {
            try {
                int length = Kernel.read(devices[from], packet);
                carry(from, packet, length);
            } catch (LastErrorException e) {
                if (!closed) {
                    throw e;
                }
            }
        }
    }

    private void carry(int from, byte[] packet, int length) {
        boolean ipv4 = length >= IPV4_HEADER && packet[0] >> 4 == 4;
        int to = ipv4 ? packet[LAST_BYTE_OF_DESTINATION] - 1 : -1;
        if (to < 0 || to >= hosts) {
            return; // multicast, or IPv6, which looks for neighbours
        }
        Link link = links.get(from * hosts + to);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextDouble() < link.loss()) {
            return;
        }
        deliver(link, to, packet, length);
        if (random.nextDouble() < link.duplication()) {
            deliver(link, to, packet, length);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a packet needs no further care
    private void deliver(Link link, int to, byte[] packet, int length) {
        if (link.delay().isZero()) {
            write(to, packet, length);
        } else {
            byte[] copy = Arrays.copyOf(packet, length);
            late.schedule(
                    () -> write(to, copy, length),
                    ThreadLocalRandom.current().nextLong(link.delay().toNanos()),
                    TimeUnit.NANOSECONDS);
        }
    }

    /** A packet that the host cannot take now is lost, as on any network. */
    @SuppressWarnings("EmptyCatch")
    private void write(int to, byte[] packet, int length) {
        try {
            Kernel.write(devices[to], packet, length);
        } catch (LastErrorException e) {
        }
    }

    /** Ends with this process: a thread that waits for a packet keeps its device until then. */
    @Override
    public void close() {
        closed = true;
        late.shutdownNow();
    }
}
