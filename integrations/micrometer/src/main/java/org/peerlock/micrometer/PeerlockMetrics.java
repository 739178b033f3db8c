package org.peerlock.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.peerlock.LockMeter;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.PeerlockException;
import org.peerlock.Statistics;

/**
 * Meters for the locks of this process.
 *
 * <pre>{@code
 * new PeerlockMetrics(peerlock).bindTo(registry);
 * }</pre>
 *
 * <table>
 * <caption>All have the tag {@code cluster}; none has the name of a lock, of which there may be any number</caption>
 * <tr><td>{@code peerlock.acquire}</td><td>timer: how long locks were waited for until they were had</td></tr>
 * <tr><td>{@code peerlock.hold}</td><td>timer: how long they were held until they were given back</td></tr>
 * <tr><td>{@code peerlock.held}, {@code peerlock.waiting}</td><td>gauges: how many hold a lock now, and wait for one</td></tr>
 * <tr><td>{@code peerlock.members}</td><td>gauge: how many processes are members</td></tr>
 * <tr><td>{@code peerlock.lease}</td><td>gauge, in seconds: for how long this process may go on if its lease is not renewed</td></tr>
 * <tr><td>{@code peerlock.acquisitions}</td><td>counter</td></tr>
 * <tr><td>{@code peerlock.handoffs}</td><td>counter: acquisitions for which the lock had to come from elsewhere</td></tr>
 * <tr><td>{@code peerlock.messages}</td><td>counter, tag {@code direction}: {@code sent} or {@code received}; divided by
 * acquisitions, it says what a lock costs</td></tr>
 * <tr><td>{@code peerlock.sent}</td><td>counter, in bytes: what was sent to other processes</td></tr>
 * <tr><td>{@code peerlock.lost}</td><td>counter: holds that were lost. Watch this one</td></tr>
 * <tr><td>{@code peerlock.views}</td><td>counter: how often the members have changed</td></tr>
 * </table>
 *
 * <p>Buckets and percentiles of the timers are the business of the registry: see its {@code MeterFilter}. Once the process has left the
 * cluster, the gauges show nothing, and the counters stay as they were.
 */
public final class PeerlockMetrics implements MeterBinder {

    private final Peerlock peerlock;
    private final Tags tags;
    /** What the counters show when there is nothing more to be had. */
    private volatile Statistics last;

    /** @throws PeerlockClosedException if the process has left the cluster */
    public PeerlockMetrics(Peerlock peerlock) {
        this.peerlock = peerlock;
        tags = Tags.of("cluster", peerlock.cluster());
        last = peerlock.statistics();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        peerlock.addMeter(timers(
                timer(registry, "peerlock.acquire", "how long locks were waited for"),
                timer(registry, "peerlock.hold", "how long locks were held")));
        gauge(registry, "peerlock.held", "holds", "how many hold a lock", Statistics::held);
        gauge(registry, "peerlock.waiting", "waiters", "how many wait for a lock", Statistics::waiting);
        gauge(registry, "peerlock.members", "processes", "how many are members", Statistics::members);
        gauge(registry, "peerlock.lease", "seconds", "how long the lease lasts", PeerlockMetrics::lease);
        counter(registry, "peerlock.acquisitions", tags, "how often a lock was had", Statistics::acquisitions);
        counter(registry, "peerlock.handoffs", tags, "how often it came from elsewhere", Statistics::handOffs);
        counter(registry, "peerlock.lost", tags, "how often one was lost", Statistics::lost);
        counter(registry, "peerlock.views", tags, "how often the members have changed", Statistics::viewChanges);
        counter(registry, "peerlock.sent", tags, "bytes sent to other processes", Statistics::bytesSent);
        messages(registry, "sent", Statistics::messagesSent);
        messages(registry, "received", Statistics::messagesReceived);
    }

    private static LockMeter timers(Timer acquire, Timer hold) {
        return new LockMeter() {
            @Override
            public void acquired(String lock, long waitedNanos) {
                acquire.record(waitedNanos, TimeUnit.NANOSECONDS);
            }

            @Override
            public void released(String lock, long heldNanos) {
                hold.record(heldNanos, TimeUnit.NANOSECONDS);
            }
        };
    }

    private Timer timer(MeterRegistry registry, String name, String meaning) {
        return Timer.builder(name).tags(tags).description(meaning).register(registry);
    }

    private void gauge(
            MeterRegistry registry, String name, String unit, String meaning, ToDoubleFunction<Statistics> value) {
        Gauge.builder(name, this, metrics -> metrics.now(value))
                .tags(tags)
                .baseUnit(unit)
                .description(meaning)
                .strongReference(true) // this one lives as long as somebody wants to know
                .register(registry);
    }

    private void messages(MeterRegistry registry, String direction, ToDoubleFunction<Statistics> value) {
        counter(registry, "peerlock.messages", tags.and("direction", direction), "messages about locks", value);
    }

    private void counter(
            MeterRegistry registry, String name, Tags with, String meaning, ToDoubleFunction<Statistics> value) {
        FunctionCounter.builder(name, this, metrics -> metrics.latest(value))
                .tags(with)
                .description(meaning)
                .register(registry);
    }

    private static double lease(Statistics statistics) {
        return statistics.lease().toNanos() / 1e9;
    }

    /** What it is now; not a number if the process has left. */
    private double now(ToDoubleFunction<Statistics> value) {
        try {
            return value.applyAsDouble(peerlock.statistics());
        } catch (PeerlockException e) {
            return Double.NaN;
        }
    }

    /** What it is now, or was when the process left. */
    private double latest(ToDoubleFunction<Statistics> value) {
        try {
            last = peerlock.statistics();
        } catch (PeerlockException e) {
            // It has left: what was last stays.
        }
        return value.applyAsDouble(last);
    }
}
