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
 * What came of a load in one process while it was measured.
 *
 * @param perThread how often each thread has acquired
 * @param total how often all threads have acquired, from the beginning to the end
 * @param messages how many messages about locks the process has sent; -1 if that is not known
 * @param handOffs how often it has got a lock from another process, or from nobody; -1 if that is not known
 * @param bytes how many bytes it has sent by ways that the kernel does not count; -1 if it counts all
 * @param waits how long acquiring took, in nanoseconds
 */
public record LoadResult(List<Long> perThread, long total, long messages, long handOffs, long bytes, Histogram waits) {

    /** Two digits of every duration up to a minute. */
    static Histogram histogram() {
        return new Histogram(60_000_000_000L, 2);
    }

    public Map<String, String> options() {
        ByteBuffer buffer = ByteBuffer.allocate(waits.getNeededByteBufferCapacity());
        int length = waits.encodeIntoCompressedByteBuffer(buffer);
        return Map.of(
                "threads", perThread.stream().map(String::valueOf).collect(Collectors.joining(",")),
                "total", Long.toString(total),
                "messages", Long.toString(messages),
                "handoffs", Long.toString(handOffs),
                "bytes", Long.toString(bytes),
                "waits", Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }

    public static LoadResult of(Map<String, String> options) {
        byte[] waits = Base64.getDecoder().decode(Options.text(options, "waits"));
        try {
            return new LoadResult(
                    Arrays.stream(Options.text(options, "threads").split(",", -1))
                            .map(Long::valueOf)
                            .toList(),
                    Long.parseLong(Options.text(options, "total")),
                    Long.parseLong(Options.text(options, "messages")),
                    Long.parseLong(Options.text(options, "handoffs")),
                    Long.parseLong(Options.text(options, "bytes")),
                    Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(waits), 0));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("the worker's histogram cannot be read", e);
        }
    }
}
