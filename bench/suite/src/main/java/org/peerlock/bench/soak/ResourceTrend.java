package org.peerlock.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Compares a resource in the last third of a soak with the first third, by the medians of both.
 *
 * @param first the median of the first third
 * @param last the median of the last third
 * @param limit of the last third. It is generous, because no machine is quiet all the time
 */
record ResourceTrend(String resource, double first, double last, double limit) {

    /** Without three minutes there are no thirds. */
    static final int MIN_MINUTES = 3;

    /**
     * A resource that is measured each minute. Its limit is {@code factor * first + margin}.
     */
    private record TrackedResource(String name, ToDoubleFunction<MinuteReport> value, double factor, double margin) {

        double median(List<MinuteReport> minutes) {
            double[] values = minutes.stream().mapToDouble(value).sorted().toArray();
            int middle = values.length / 2;
            return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
        }
    }

    private static final List<TrackedResource> RESOURCES = List.of(
            new TrackedResource("heap in use after a full collection, MB", MinuteReport::heapMegabytes, 1.25, 4),
            new TrackedResource("threads", minute -> minute.statistics().threads(), 1, 4),
            new TrackedResource(
                    "open files and sockets", minute -> minute.statistics().fileDescriptors(), 1, 10),
            new TrackedResource("latency of a lock, median, ms", MinuteReport::p50Millis, 3, 1),
            new TrackedResource("latency of a lock, 99th percentile, ms", MinuteReport::p99Millis, 3, 20),
            new TrackedResource("files in the registry's directory", MinuteReport::registryFiles, 1, 4));

    /** The trends of all resources; none with fewer than {@link #MIN_MINUTES} minutes. */
    static List<ResourceTrend> of(List<MinuteReport> minutes) {
        List<ResourceTrend> trends = new ArrayList<>();
        if (minutes.size() >= MIN_MINUTES) {
            int third = minutes.size() / 3;
            for (TrackedResource resource : RESOURCES) {
                double first = resource.median(minutes.subList(0, third));
                double last = resource.median(minutes.subList(minutes.size() - third, minutes.size()));
                trends.add(new ResourceTrend(resource.name, first, last, first * resource.factor + resource.margin));
            }
        }
        return trends;
    }

    boolean exceedsLimit() {
        return last > limit;
    }
}
