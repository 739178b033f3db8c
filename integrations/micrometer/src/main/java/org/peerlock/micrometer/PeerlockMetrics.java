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
 * Binds the metrics of this process in a cluster to a Micrometer registry.
 *
 * <pre>{@code
 * new PeerlockMetrics(peerlock).bindTo(registry);
 * }</pre>
 *
 * <table>
 * <caption>All metrics have the tag {@code cluster}. None has the name of a lock as a tag, because
 *     there may be any number of locks.</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code peerlock.acquire}</td><td>timer: how long acquisitions waited</td></tr>
 * <tr><td>{@code peerlock.hold}</td><td>timer: how long locks were held</td></tr>
 * <tr><td>{@code peerlock.held}</td><td>gauge: how many locks are held now</td></tr>
 * <tr><td>{@code peerlock.waiting}</td><td>gauge: how many requests are waiting now</td></tr>
 * <tr><td>{@code peerlock.members}</td><td>gauge: how many processes are members</td></tr>
 * <tr><td>{@code peerlock.lease}</td><td>gauge, in seconds: for how long this process may act if
 *     its lease is not renewed</td></tr>
 * <tr><td>{@code peerlock.acquisitions}</td><td>counter: how often a lock was acquired</td></tr>
 * <tr><td>{@code peerlock.handoffs}</td><td>counter: how often a message from another process
 *     brought the lock for which a request here was waiting</td></tr>
 * <tr><td>{@code peerlock.messages}</td><td>counter, tag {@code direction}: {@code sent} or
 *     {@code received}; divided by the acquisitions, the cost of a lock</td></tr>
 * <tr><td>{@code peerlock.sent}</td><td>counter: bytes that were sent to other processes</td></tr>
 * <tr><td>{@code peerlock.lost}</td><td>counter: locks that were lost before they were released;
 *     alert on it</td></tr>
 * <tr><td>{@code peerlock.views}</td><td>counter: how often the members have changed</td></tr>
 * </table>
 *
 * <p>Configure buckets and percentiles of the timers by a {@code MeterFilter} of the registry. When
 * the process has left the cluster, the gauges are {@code NaN}, and the counters keep their last
 * values.
 */
public final class PeerlockMetrics implements MeterBinder {

    private final Peerlock peerlock;
    private final Tags tags;
    /** The last known values, which the counters keep after the process has left. */
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
                timer(registry, "peerlock.acquire", "how long acquisitions waited"),
                timer(registry, "peerlock.hold", "how long locks were held")));
        gauge(registry, "peerlock.held", "holds", "how many locks are held", Statistics::held);
        gauge(registry, "peerlock.waiting", "waiters", "how many requests wait for a lock", Statistics::waiting);
        gauge(registry, "peerlock.members", "processes", "how many processes are members", Statistics::members);
        gauge(
                registry,
                "peerlock.lease",
                "seconds",
                "how long the process may act if its lease is not renewed",
                PeerlockMetrics::lease);
        counter(registry, "peerlock.acquisitions", tags, "how often a lock was acquired", Statistics::acquisitions);
        counter(
                registry,
                "peerlock.handoffs",
                tags,
                "how often a message from another process brought the lock for which a request here was waiting",
                Statistics::handOffs);
        counter(
                registry,
                "peerlock.lost",
                tags,
                "how many locks were lost before they were released",
                Statistics::lost);
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
                .strongReference(true) // nothing else references this object
                .register(registry);
    }

    private void messages(MeterRegistry registry, String direction, ToDoubleFunction<Statistics> value) {
        counter(registry, "peerlock.messages", tags.and("direction", direction), "lock messages", value);
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

    /** The current value; {@code NaN} if the process has left. */
    private double now(ToDoubleFunction<Statistics> value) {
        try {
            return value.applyAsDouble(peerlock.statistics());
        } catch (PeerlockException e) {
            return Double.NaN;
        }
    }

    /** The current value, or the last one before the process left. */
    private double latest(ToDoubleFunction<Statistics> value) {
        try {
            last = peerlock.statistics();
        } catch (PeerlockException e) {
            // The process has left: the last values stay.
        }
        return value.applyAsDouble(last);
    }
}
