package org.peerlock.bench.harness;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The result of a workload in one process.
 *
 * @param perThread each thread's acquisitions during the measurement
 * @param total the acquisitions of all threads from start to end, warm-up included
 * @param messages the lock messages sent during the measurement; -1 if unknown
 * @param handOffs see {@link Subject#handOffs}; during the measurement
 * @param bytes see {@link Subject#bytes}; during the measurement
 * @param latencies the latencies of the acquisitions during the measurement, in nanoseconds
 */
public record LoadResult(
        List<Long> perThread, long total, long messages, long handOffs, long bytes, Histogram latencies) {

    /** Durations up to a minute, with two significant digits. */
    static Histogram histogram() {
        return new Histogram(60_000_000_000L, 2);
    }

    /** The options of the worker's reply. */
    public Map<String, String> options() {
        ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        int length = latencies.encodeIntoCompressedByteBuffer(buffer);
        return Map.of(
                "per-thread", perThread.stream().map(String::valueOf).collect(Collectors.joining(",")),
                "total", Long.toString(total),
                "messages", Long.toString(messages),
                "hand-offs", Long.toString(handOffs),
                "bytes", Long.toString(bytes),
                "latencies", Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }

    public static LoadResult of(Map<String, String> options) {
        byte[] latencies = Base64.getDecoder().decode(Options.text(options, "latencies"));
        try {
            return new LoadResult(
                    Arrays.stream(Options.text(options, "per-thread").split(",", -1))
                            .map(Long::valueOf)
                            .toList(),
                    Long.parseLong(Options.text(options, "total")),
                    Long.parseLong(Options.text(options, "messages")),
                    Long.parseLong(Options.text(options, "hand-offs")),
                    Long.parseLong(Options.text(options, "bytes")),
                    Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(latencies), 0));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("cannot decode the worker's histogram", e);
        }
    }
}
