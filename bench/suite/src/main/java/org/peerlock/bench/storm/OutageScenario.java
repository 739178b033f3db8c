package org.peerlock.bench.storm;

import java.time.Duration;

/** What happens in a trial of an outage of the registry. */
public enum OutageScenario {
    STOPPED("the servers are stopped for 50 s", 90),
    SILENT("the servers run, but no packet reaches them or comes from them for 50 s", 90),
    TOO_LONG("the servers are stopped for 40 s, longer than the members outlive", 20),
    ONE_HOST("one host after the other does not reach the servers for 40 s", 20),
    MEMBER_KILLED("the servers are stopped for 40 s, and a member is killed after 10 s of it", 90),
    ALL_KILLED("all members are killed, and started again at once; the servers work", 60);

    private final String title;
    private final Duration outlived;

    OutageScenario(String title, int outlivedSeconds) {
        this.title = title;
        outlived = Duration.ofSeconds(outlivedSeconds);
    }

    public String title() {
        return title;
    }

    /** The longest outage that the members outlive. */
    Duration outlived() {
        return outlived;
    }
}
