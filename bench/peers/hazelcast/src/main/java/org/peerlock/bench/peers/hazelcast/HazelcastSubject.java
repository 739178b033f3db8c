package org.peerlock.bench.peers.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.ISemaphore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;

/**
 * The fenced locks and semaphores of Hazelcast's CP subsystem. Its three members must all be up
 * before anything can be acquired. It has no read-write locks.
 */
public final class HazelcastSubject implements Subject {

    private static final int MEMBERS = 3;

    /**
     * Options: {@code cluster}, {@code address} of this host, and {@code directory} for discovery,
     * which exists and was empty.
     */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) throws IOException {
            Path directory = Path.of(Options.text(options, "directory"));
            try (FileChannel joinLock = FileChannel.open(
                    directory.resolve("join.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                joinLock.lock(); // one process at a time, so that each finds all earlier members
                return new HazelcastSubject(join(
                        Options.text(options, "cluster"),
                        Options.text(options, "address"),
                        directory.resolve("members")));
            }
        }

        private static HazelcastInstance join(String cluster, String address, Path addresses) throws IOException {
            List<String> others = Files.exists(addresses) ? Files.readAllLines(addresses) : List.of();
            HazelcastInstance member = Hazelcast.newHazelcastInstance(configuration(cluster, address, others));
            int port = member.getCluster().getLocalMember().getAddress().getPort();
            Files.writeString(
                    addresses, address + ":" + port + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return member;
        }

        private static Config configuration(String cluster, String address, List<String> others) {
            Config config = new Config().setClusterName(cluster);
            config.setProperty("hazelcast.logging.type", "slf4j");
            config.setProperty("hazelcast.phone.home.enabled", "false");
            config.setProperty("hazelcast.socket.bind.any", "false");
            config.setProperty("hazelcast.wait.seconds.before.join", "0"); // they join one by one
            config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface(address);
            JoinConfig join = config.getNetworkConfig().getJoin();
            join.getAutoDetectionConfig().setEnabled(false);
            join.getMulticastConfig().setEnabled(false);
            join.getTcpIpConfig().setEnabled(true).setMembers(others);
            config.getCPSubsystemConfig().setCPMemberCount(MEMBERS);
            return config;
        }
    }

    private record HazelcastPermit(ISemaphore semaphore) implements ThreadLock {
        @Override
        public void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public void release() {
            semaphore.release();
        }
    }

    private final HazelcastInstance member;

    private HazelcastSubject(HazelcastInstance member) {
        this.member = member;
    }

    @Override
    public ThreadLock exclusive(String name) {
        return ThreadLock.of(member.getCPSubsystem().getLock(name));
    }

    @Override
    public ThreadLock permit(String name, int permits) {
        ISemaphore semaphore = member.getCPSubsystem().getSemaphore(name);
        semaphore.init(permits); // no effect if another process was first
        return new HazelcastPermit(semaphore);
    }

    /**
     * Terminates instead of leaving: the last two members would have no majority to agree to it.
     */
    @Override
    public void close() {
        member.getLifecycleService().terminate();
    }
}
