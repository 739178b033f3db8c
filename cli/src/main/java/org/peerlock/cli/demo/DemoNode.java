package org.peerlock.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.Peerlock;
import org.peerlock.Statistics;

/**
 * The main class of a process of the demo. It joins, and adds one to the counter repeatedly, each time under the lock, until it is told
 * to leave. It ends when its standard input ends, and so with the process that started it.
 */
public final class DemoNode {

    /** So short that the demo takes half a minute. */
    static final Duration LEASE = Duration.ofSeconds(2);

    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);
    private static final int LONGEST_WORK_MILLIS = 4;
    private static final int LONGEST_PAUSE_MILLIS = 12;

    private final PrintStream out;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile boolean leaving;

    private DemoNode(PrintStream out) {
        this.out = out;
    }

    /** Its arguments are the directory of the registry, the algorithm, and the label of the node. */
    public static void main(String[] arguments) throws IOException {
        DemoNode node = new DemoNode(System.out);
        System.setOut(System.err); // everything else that is printed belongs in the log
        Thread worker = new Thread(() -> node.run(Path.of(arguments[0]), arguments[1], arguments[2]), "worker");
        worker.setDaemon(true);
        worker.start();
        node.readCommands(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        Runtime.getRuntime().halt(0); // its parent is gone
    }

    private void readCommands(BufferedReader orders) throws IOException {
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.equals(DemoProtocol.LEAVE)) {
                leaving = true;
            } else {
                answers.add(order);
            }
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // into the log, which is shown if the process ends by itself
    private void run(Path registry, String algorithm, String label) {
        try {
            Peerlock peerlock = Peerlock.builder("demo")
                    .directory(registry)
                    .algorithm(algorithm)
                    .lease(LEASE)
                    .label(label)
                    .joinTimeout(JOIN_TIMEOUT)
                    .join();
            out.println(DemoProtocol.JOINED);
            contend(peerlock);
            Statistics last = peerlock.statistics();
            peerlock.close();
            tell(DemoProtocol.LEFT, last);
        } catch (InterruptedException | RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void contend(Peerlock peerlock) throws InterruptedException {
        DistributedLock lock = peerlock.lock("counter");
        while (!leaving) {
            Thread.sleep(ThreadLocalRandom.current().nextInt(1, LONGEST_PAUSE_MILLIS + 1));
            tell(DemoProtocol.WAITS, peerlock.statistics());
            enter(lock);
        }
    }

    private void tell(String word, Statistics statistics) {
        out.println(DemoProtocol.line(word, statistics.epoch(), statistics.messagesSent()));
    }

    private void enter(DistributedLock lock) throws InterruptedException {
        try (Grant grant = lock.acquire()) {
            count(grant);
        } catch (LockLostException e) {
            out.println(DemoProtocol.line(DemoProtocol.LOST, e.reason().description()));
        }
    }

    /**
     * Reads, works, and writes with its fence. It does not check whether it still holds the lock: it could be paused between the check
     * and the write.
     */
    private void count(Grant grant) throws InterruptedException {
        long fence = grant.fence();
        String answer = ask(DemoProtocol.line(DemoProtocol.READS, fence));
        if (answer.startsWith(DemoProtocol.VALUE)) {
            long value = Long.parseLong(answer.substring(DemoProtocol.VALUE.length() + 1));
            Thread.sleep(ThreadLocalRandom.current().nextInt(1, LONGEST_WORK_MILLIS + 1));
            answer = ask(DemoProtocol.line(DemoProtocol.WRITES, fence, value + 1));
        }
        if (answer.equals(DemoProtocol.REFUSED)) {
            out.println(DemoProtocol.line(DemoProtocol.WAS_REFUSED, fence, grant.isValid()));
        }
    }

    private String ask(String question) throws InterruptedException {
        out.println(question);
        return answers.take();
    }
}
