package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.MessageType;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Report;
import org.peerlock.brain.registry.DamagedCellException;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.RegistryText;

/** Writes and reads packets: a byte says which kind it is, then come its parts. */
final class PacketCodec {

    private static final int CONTENT = 1;
    private static final int REPORTS = 2;
    private static final int PROBE = 3;
    private static final int ECHO = 4;
    private static final int DATA = 5;
    private static final int RECEIPT = 6;

    private final MessageCodec messages;

    /** @throws IllegalArgumentException if the algorithm has messages that cannot be written */
    PacketCodec(Entry<?, ?> algorithm) {
        messages = new MessageCodec(
                MessageType.of(algorithm.create(Setting.mutex(1)).get(0)));
    }

    void write(ByteBuf out, Packet packet) {
        if (packet instanceof Packet.Content content) {
            out.writeByte(CONTENT).writeBytes(RegistryText.write(content.registry()));
        } else if (packet instanceof Packet.Reports told) {
            Bytes.writeLong(out.writeByte(REPORTS), told.epoch());
            writeReports(out, told.reports());
        } else if (packet instanceof Packet.Probe probe) {
            Bytes.writeLong(out.writeByte(PROBE), probe.number());
        } else if (packet instanceof Packet.Echo echo) {
            Bytes.writeLong(out.writeByte(ECHO), echo.number());
        } else if (packet instanceof Packet.Data data) {
            Bytes.writeLong(out.writeByte(DATA), data.epoch());
            Bytes.writeLong(out, data.number());
            Bytes.writeLong(out, data.received());
            Bytes.writeString(out, data.lock());
            messages.write(out, data.message());
        } else if (packet instanceof Packet.Receipt receipt) {
            Bytes.writeLong(out.writeByte(RECEIPT), receipt.epoch());
            Bytes.writeLong(out, receipt.received());
        }
    }

    private static void writeReports(ByteBuf out, SortedMap<Incarnation, Report> reports) {
        Bytes.writeInt(out, reports.size());
        reports.forEach((survivor, report) -> {
            Bytes.writeIncarnation(out, survivor);
            Bytes.writeInt(out, report.holds().size());
            report.holds().forEach((lock, fence) -> {
                Bytes.writeString(out, lock);
                Bytes.writeLong(out, fence);
            });
        });
    }

    /**
     * All of {@code in} as a packet.
     *
     * @throws CorruptedFrameException if it is not one that was written
     */
    Packet read(ByteBuf in) {
        int kind = Bytes.readByte(in);
        Packet packet = switch (kind) {
            case CONTENT -> new Packet.Content(registry(in));
            case REPORTS -> new Packet.Reports(Bytes.readLong(in), reports(in));
            case PROBE -> new Packet.Probe(Bytes.readLong(in));
            case ECHO -> new Packet.Echo(Bytes.readLong(in));
            case DATA ->
                new Packet.Data(
                        Bytes.readLong(in),
                        Bytes.readLong(in),
                        Bytes.readLong(in),
                        Bytes.readString(in),
                        messages.read(in));
            case RECEIPT -> new Packet.Receipt(Bytes.readLong(in), Bytes.readLong(in));
            default -> throw new CorruptedFrameException("there is no packet of kind " + kind);
        };
        Bytes.requireEnd(in);
        return packet;
    }

    private static Registry registry(ByteBuf in) {
        byte[] text = new byte[in.readableBytes()];
        in.readBytes(text);
        try {
            return RegistryText.read(text);
        } catch (DamagedCellException e) {
            throw new CorruptedFrameException("what it says of the cell cannot be: " + e.getMessage(), e);
        }
    }

    private static SortedMap<Incarnation, Report> reports(ByteBuf in) {
        return map(in, Bytes::readIncarnation, any -> new Report(map(in, Bytes::readString, Bytes::readLong)));
    }

    private static <K extends Comparable<K>, V> SortedMap<K, V> map(
            ByteBuf in, Function<ByteBuf, K> key, Function<ByteBuf, V> value) {
        SortedMap<K, V> map = new TreeMap<>();
        for (int left = Bytes.readCount(in); left > 0; left--) {
            Map.Entry<K, V> next = Map.entry(key.apply(in), value.apply(in));
            if (map.put(next.getKey(), next.getValue()) != null) {
                throw new CorruptedFrameException(next.getKey() + " is there twice");
            }
        }
        return map;
    }
}
