package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Healed;
import org.peerlock.bench.storm.StormEvent.Struck;

/**
 * Lets the registry of three processes be away, while they hold many locks and pass others to each
 * other. Judges what they recorded, and measures it.
 */
public final class Outage {

    static final int PROCESSES = 3;

    private static final String NEMESIS = "nemesis";
    /** The default of the library. */
    private static final Duration LEASE = Duration.ofSeconds(6);
    /** Until the processes are as fast as they become. */
    private static final int WARM_UP_SECONDS = 30;
    /** Time to measure how fast locks are passed on. */
    private static final int UNDISTURBED_SECONDS = 25;

    private static final int OUTLIVED_SECONDS = 50;
    private static final int SHORTER_OUTAGE_SECONDS = 40;
    private static final int UNTIL_KILL_SECONDS = 10;

    private final OutageScenario scenario;
    private final StormPlan plan;
    private final OutageEnvironment environment;
    private final Consumer<String> progress;
    private final StormRecord record;
    private final StormCluster cluster;

    /** @param progress gets lines while the trial runs */
    public Outage(OutageScenario scenario, StormPlan plan, OutageEnvironment environment, Consumer<String> progress)
            throws IOException {
        this.scenario = scenario;
        this.plan = plan;
        this.environment = environment;
        this.progress = progress;
        record = new StormRecord(plan.record(NEMESIS));
        ProcessWork work = new ProcessWork(LEASE, scenario.outlived(), PROCESSES);
        cluster = new StormCluster(plan, work, environment, record, new SplittableRandom(plan.seed()));
    }

    /** Runs the trial. The caller closes the environment. */
    public OutageResult run() throws IOException, InterruptedException {
        Thread cleanUp = new Thread(this::cleanUp);
        Runtime.getRuntime().addShutdownHook(cleanUp);
        try {
            progress.accept(scenario.name() + ": " + scenario.title());
            cluster.start(PROCESSES);
            pause(WARM_UP_SECONDS);
            strike();
            record.append(new Calm(System.nanoTime()));
            progress.accept("every process must get every lock");
            cluster.finish();
        } finally {
            Runtime.getRuntime().removeShutdownHook(cleanUp);
            cluster.killAll();
        }
        return OutageResult.of(scenario, plan, cluster.everyName(), StormRecord.read(plan.record(NEMESIS)));
    }

    private void cleanUp() {
        try (environment) {
            cluster.killAll();
        } catch (IOException e) {
            System.err.println(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void strike() throws IOException, InterruptedException {
        switch (scenario) {
            case STOPPED -> stopRegistry(() -> pause(OUTLIVED_SECONDS));
            case SILENT -> strike(FaultKind.REGISTRY_UNREACHABLE, () -> cutOff(List.of(1, 2, 3), OUTLIVED_SECONDS));
            case TOO_LONG -> stopRegistry(() -> pause(SHORTER_OUTAGE_SECONDS));
            case ONE_HOST -> {
                for (int process = 1; process <= PROCESSES; process++) {
                    List<Integer> one = List.of(process);
                    strike(FaultKind.REGISTRY_UNREACHABLE, () -> cutOff(one, SHORTER_OUTAGE_SECONDS));
                }
            }
            case MEMBER_KILLED ->
                stopRegistry(() -> {
                    pause(UNTIL_KILL_SECONDS);
                    record.append(new Struck(FaultKind.KILL, System.nanoTime()));
                    cluster.kill(List.of(cluster.names().get(1)));
                    record.append(new Healed(FaultKind.KILL, System.nanoTime()));
                    pause(SHORTER_OUTAGE_SECONDS - UNTIL_KILL_SECONDS);
                });
            case ALL_KILLED ->
                strike(FaultKind.KILL_ALL, () -> {
                    cluster.kill(cluster.names());
                    cluster.start(PROCESSES);
                });
        }
    }

    /** The outage begins when all servers are dead. */
    private void stopRegistry(Nemesis.Fault meanwhile) throws IOException, InterruptedException {
        environment.stopRegistry();
        strike(FaultKind.REGISTRY_AWAY, () -> {
            meanwhile.strike();
            environment.startRegistry();
        });
    }

    private void cutOff(List<Integer> processes, int seconds) throws InterruptedException {
        processes.forEach(environment::cutOffFromRegistry);
        pause(seconds);
        environment.heal();
    }

    private void strike(FaultKind kind, Nemesis.Fault fault) throws IOException, InterruptedException {
        progress.accept("begins: " + kind.title());
        record.append(new Struck(kind, System.nanoTime()));
        fault.strike();
        record.append(new Healed(kind, System.nanoTime()));
        progress.accept("is over: " + kind.title());
        pause(UNDISTURBED_SECONDS);
    }

    private static void pause(int seconds) throws InterruptedException {
        TimeUnit.SECONDS.sleep(seconds);
    }
}
