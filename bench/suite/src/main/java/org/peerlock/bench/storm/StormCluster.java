package org.peerlock.bench.storm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.peerlock.bench.process.NodeProcess;
import org.peerlock.bench.storm.StormEvent.Ended;
import org.peerlock.bench.storm.StormEvent.Failed;
import org.peerlock.bench.storm.StormEvent.Started;

/** The processes of a storm. Only one thread at a time uses it, except for {@link #killAll}. */
public final class StormCluster {

    private final StormPlan plan;
    private final ProcessWork work;
    private final ProcessHosts hosts;
    private final StormRecord record;
    private final SplittableRandom random;
    private final Map<String, NodeProcess> processes = new TreeMap<>();
    private int started;

    StormCluster(StormPlan plan, ProcessWork work, ProcessHosts hosts, StormRecord record, SplittableRandom random) {
        this.plan = plan;
        this.work = work;
        this.hosts = hosts;
        this.record = record;
        this.random = random;
    }

    /** The names of all processes that are members, in the order of their start. */
    List<String> names() {
        return List.copyOf(processes.keySet());
    }

    /** All processes that were ever started. */
    List<String> everyName() {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= started; i++) {
            names.add(name(i));
        }
        return names;
    }

    private static String name(int number) {
        return String.format(Locale.ROOT, "process-%04d", number);
    }

    /** Starts processes at once, and waits until all of them are members. */
    void start(int count) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started++;
            String name = name(started);
            StormNode.Settings settings = new StormNode.Settings(
                    hosts.registry(), work, plan.record(name), plan.resources(), name, started, random.nextLong());
            record.append(new Started(name, System.nanoTime()));
            NodeProcess process = NodeProcess.start(
                    hosts.host(started), StormNode.class, List.of(settings.line()), plan.log(name), line -> false);
            synchronized (this) {
                processes.put(name, process);
            }
            names.add(name);
        }
        for (String name : names) {
            expect(name, StormNode.READY);
        }
    }

    NodeProcess process(String name) {
        return Objects.requireNonNull(processes.get(name), name);
    }

    void kill(List<String> names) throws InterruptedException {
        for (String name : names) {
            ends(name);
            process(name).kill();
        }
        forget(names);
    }

    void terminate(String name) throws InterruptedException {
        ends(name);
        process(name).terminate();
        if (!process(name).awaitEnd()) {
            failed(name + " does not end");
        }
        forget(List.of(name));
    }

    /** Lets a process leave although its threads hold locks and wait. */
    void leave(String name) throws InterruptedException {
        ends(name);
        process(name).send(StormNode.LEAVE);
        expect(name, StormNode.LEFT);
        process(name).kill();
        forget(List.of(name));
    }

    /** Lets all processes take each lock once more, and leave. */
    void finish() throws InterruptedException {
        for (String name : names()) {
            process(name).send(StormNode.FINISH);
        }
        for (String name : names()) {
            expect(name, StormNode.LEFT);
        }
    }

    private void ends(String name) {
        if (!process(name).isAlive()) {
            failed(name + " exited by itself");
        }
        record.append(new Ended(name, System.nanoTime()));
    }

    private void expect(String name, String reply) throws InterruptedException {
        if (process(name).expect(reply).isEmpty()) {
            failed(name + " did not reply '" + reply + "'");
        }
    }

    void failed(String what) {
        record.append(new Failed(what, System.nanoTime()));
    }

    private synchronized void forget(List<String> names) {
        names.forEach(processes::remove);
    }

    /** Ends all processes, whatever they do. Any thread may call it. */
    synchronized void killAll() throws InterruptedException {
        for (NodeProcess process : processes.values()) {
            process.kill();
        }
    }
}
