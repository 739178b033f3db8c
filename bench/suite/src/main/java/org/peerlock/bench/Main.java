package org.peerlock.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Scratch. */
public final class Main {
    private Main() {}

    public static void main(String[] a) throws Exception {
        Path dir = Files.createTempDirectory("bench");
        Trial trial = new Trial(dir, Integer.getInteger("warm", 3000), Integer.getInteger("measure", 3000));
        double rtt = Boolean.getBoolean("notcp") ? Double.NaN : PingPong.roundTripNanos(1000, 2000);
        System.out.printf("rtt %.1f us, limit %.0f/s%n", rtt / 1000, 2e9 / rtt);
        Make make = System.getProperty("local") == null ? Make.PEERLOCK : Make.LOCAL;
        for (String id : a) {
            String[] parts = id.split(":", -1); // W2:cohort:algorithm:n
            Workload w = Workload.ALL.stream().filter(x -> x.id().equals(parts[0])).findFirst().orElseThrow();
            if (parts.length > 3) w = w.among(Integer.parseInt(parts[3]));
            String c = "c" + System.nanoTime(); Map<String, String> o = new HashMap<>(Map.of("cluster", c, "directory", Files.createDirectory(dir.resolve(c)).toString()));
            if (parts.length > 1 && !parts[1].isEmpty()) o.put("cohort", parts[1]);
            if (parts.length > 2 && !parts[2].isEmpty()) o.put("algorithm", parts[2]);
            try (Crew crew = new Crew(make, w.processes(), Path.of("/tmp/n/log"))) {
                crew.tell(w.processes(), "open", o);
                Row r = trial.measure(crew, w.processes(), w.load());
                System.out.printf(
                        "%-22s %,12.0f/s  p50 %.1f p99 %.1f p99.9 %.1f us  jain %.4f max/min %.2f  msg %.2f pkt %.2f bytes %.0f cpu %.2f us%n",
                        id, r.perSecond(), r.micros(50), r.micros(99), r.micros(99.9), r.jain(), r.maxToMin(),
                        r.messagesEach(), r.packetsEach(), r.bytesEach(), r.cpuMicrosEach());
                crew.tell(w.processes(), "close", Map.of());
            }
        }
    }
}
