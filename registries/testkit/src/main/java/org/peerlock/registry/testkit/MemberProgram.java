package org.peerlock.registry.testkit;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.peerlock.Grant;
import org.peerlock.LockLossReason;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.PeerlockException;
import org.peerlock.PeerlockListener;

/**
 * The program of a {@link MemberProcess}: one or more members, each of which holds a lock of its own
 * from the beginning. It acquires more locks on command, and prints what happens as
 * {@link MemberEvent}s.
 */
final class MemberProgram {

    /** Far longer than anything takes. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(20);

    private static final int SAMPLE_MILLIS = 100;

    /** A lease that lasts so much longer than before was renewed. */
    private static final long RENEWED_NANOS = Duration.ofMillis(10).toNanos();

    private final Map<String, Grant> held = new ConcurrentHashMap<>();
    /** Until when each grant lasts at least, as the test knows. Used by one thread. */
    private final Map<String, Long> said = new HashMap<>();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private MemberProgram() {}

    /** URL, cluster, lease in milliseconds, name of the process, number of members. */
    public static void main(String[] arguments) throws Exception {
        JavaProcess.endWithTheTest();
        MemberProgram program = new MemberProgram();
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[2]));
        List<Future<Peerlock>> joining = new ArrayList<>();
        for (int member = 0; member < Integer.parseInt(arguments[4]); member++) {
            String lock = arguments[3] + "-" + member;
            joining.add(program.threads.submit(() -> {
                Peerlock joined = join(arguments[0], arguments[1], lease);
                program.acquire(joined, lock);
                return joined;
            }));
        }
        List<Peerlock> members = new ArrayList<>();
        for (Future<Peerlock> each : joining) {
            members.add(each.get());
        }
        ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
        var unused = sampler.scheduleAtFixedRate(program::sample, SAMPLE_MILLIS, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String lock = commands.readLine(); lock != null; lock = commands.readLine()) {
            String wanted = lock;
            program.threads.execute(() -> program.acquireOrEnd(members.get(0), wanted));
        }
    }

    private void acquireOrEnd(Peerlock member, String lock) {
        try {
            acquire(member, lock);
        } catch (InterruptedException | PeerlockClosedException e) {
            return; // the process ends
        } catch (PeerlockException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static Peerlock join(String url, String cluster, Duration lease) throws InterruptedException {
        Peerlock joined = Peerlock.builder(cluster)
                .registry(url)
                .lease(lease)
                .joinTimeout(LONGEST_WAIT)
                .join();
        joined.addListener(new PeerlockListener() {
            @Override
            public void lockLost(String lock, long fence, LockLossReason reason) {
                say(MemberEvent.Kind.LOST, lock, fence, System.nanoTime());
            }
        });
        return joined;
    }

    private void acquire(Peerlock member, String lock) throws InterruptedException {
        Grant grant = member.lock(lock).acquire(LONGEST_WAIT);
        say(MemberEvent.Kind.GRANTED, lock, grant.fence(), System.nanoTime());
        held.put(lock, grant);
    }

    /** Says how long the grants last at least, if they last longer now than it has said before. */
    private void sample() {
        held.forEach((lock, grant) -> {
            long now = System.nanoTime(); // before the question: the lease lasts until then, or longer
            long remaining = grant.remaining().toNanos();
            long until = now + remaining;
            if (remaining > 0 && until - said.getOrDefault(lock, now) > RENEWED_NANOS) {
                said.put(lock, until);
                say(MemberEvent.Kind.LASTS, lock, 0, until);
            }
        });
    }

    private static synchronized void say(MemberEvent.Kind kind, String lock, long fence, long nanos) {
        JavaProcess.say(new MemberEvent(kind, lock, fence, nanos).line());
    }
}
