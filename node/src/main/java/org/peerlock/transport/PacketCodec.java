package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.MessageType;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.brain.Algorithms;
import org.peerlock.brain.Held;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Report;
import org.peerlock.brain.Share;
import org.peerlock.brain.Standing;
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
    private static final int DISAGREEMENT = 7;
    private static final int QUERY = 8;
    private static final int ANSWER = 9;
    private static final int CENSUS = 10;
    private static final int USES = 11;

    /** What a lock's kind is written as; a semaphore as its permits and one more. */
    private static final int MUTEX = 0;

    private static final int READ_WRITE = 1;

    private final Algorithms algorithms;
    private final IdentityHashMap<Entry<?, ?>, MessageCodec> messages = new IdentityHashMap<>();

    /** @throws IllegalArgumentException if an algorithm has messages that cannot be written */
    PacketCodec(Algorithms algorithms) {
        this.algorithms = algorithms;
        for (Entry<?, ?> algorithm : algorithms.all()) {
            messages.put(algorithm, codec(algorithm));
        }
    }

    private static MessageCodec codec(Entry<?, ?> algorithm) {
        Capacity any = switch (algorithm.profile().serves().iterator().next()) {
            case MUTEX -> Capacity.mutex();
            case READ_WRITE -> Capacity.readWrite();
            case SEMAPHORE -> Capacity.semaphore(1);
        };
        Setting setting = new Setting(1, any, Collections.emptySortedMap());
        return new MessageCodec(MessageType.of(algorithm.create(setting).get(0)));
    }

    private MessageCodec messages(String lock, Capacity capacity) {
        MessageCodec codec = messages.get(algorithms.of(lock, capacity.kind()));
        if (codec == null) {
            throw new AssertionError("there is one for each algorithm that is used");
        }
        return codec;
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
            Bytes.writeString(out, echo.label());
            Bytes.writeString(out, echo.version());
        } else if (packet instanceof Packet.Data data) {
            Bytes.writeLong(out.writeByte(DATA), data.epoch());
            Bytes.writeLong(out, data.number());
            Bytes.writeLong(out, data.received());
            Bytes.writeString(out, data.lock());
            writeCapacity(out, data.capacity());
            messages(data.lock(), data.capacity()).write(out, data.message());
        } else if (packet instanceof Packet.Disagreement told) {
            Bytes.writeLong(out.writeByte(DISAGREEMENT), told.epoch());
            Bytes.writeString(out, told.lock());
            writeCapacity(out, told.capacity());
        } else if (packet instanceof Packet.Receipt receipt) {
            Bytes.writeLong(out.writeByte(RECEIPT), receipt.epoch());
            Bytes.writeLong(out, receipt.received());
        } else if (packet instanceof Packet.Query query) {
            Bytes.writeLong(out.writeByte(QUERY), query.number());
            Bytes.writeString(out, query.lock());
        } else if (packet instanceof Packet.Answer answer) {
            Bytes.writeLong(out.writeByte(ANSWER), answer.number());
            Bytes.writeString(out, answer.label());
            Standing standing = answer.standing();
            out.writeBoolean(standing != null);
            if (standing != null) {
                StandingCodec.write(out, standing);
            }
        } else if (packet instanceof Packet.Census census) {
            Bytes.writeLong(out.writeByte(CENSUS), census.number());
        } else if (packet instanceof Packet.Uses uses) {
            Bytes.writeLong(out.writeByte(USES), uses.number());
            UseCodec.write(out, uses.locks());
        }
    }

    private static void writeReports(ByteBuf out, SortedMap<Incarnation, Report> reports) {
        Bytes.writeInt(out, reports.size());
        reports.forEach((survivor, report) -> {
            Bytes.writeIncarnation(out, survivor);
            Bytes.writeInt(out, report.holds().size());
            report.holds().forEach((lock, held) -> {
                Bytes.writeString(out, lock);
                writeCapacity(out, held.capacity());
                Bytes.writeInt(out, held.shares().size());
                held.shares().forEach(share -> writeShare(out, share));
            });
        });
    }

    static void writeCapacity(ByteBuf out, Capacity capacity) {
        Bytes.writeLong(
                out,
                switch (capacity.kind()) {
                    case MUTEX -> MUTEX;
                    case READ_WRITE -> READ_WRITE;
                    case SEMAPHORE -> (long) READ_WRITE + capacity.permits();
                });
    }

    private static void writeShare(ByteBuf out, Share share) {
        writeMode(out, share.mode(), share.permits());
        Bytes.writeLong(out, share.fence());
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
            case ECHO -> new Packet.Echo(Bytes.readLong(in), Bytes.readString(in), Bytes.readString(in));
            case DATA -> data(in);
            case DISAGREEMENT -> new Packet.Disagreement(Bytes.readLong(in), Bytes.readString(in), capacity(in));
            case RECEIPT -> new Packet.Receipt(Bytes.readLong(in), Bytes.readLong(in));
            case QUERY -> new Packet.Query(Bytes.readLong(in), Bytes.readString(in));
            case ANSWER ->
                new Packet.Answer(
                        Bytes.readLong(in),
                        Bytes.readString(in),
                        Bytes.readBoolean(in) ? StandingCodec.read(in) : null);
            case CENSUS -> new Packet.Census(Bytes.readLong(in));
            case USES -> new Packet.Uses(Bytes.readLong(in), UseCodec.read(in));
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

    private Packet.Data data(ByteBuf in) {
        long epoch = Bytes.readLong(in);
        long number = Bytes.readLong(in);
        long received = Bytes.readLong(in);
        String lock = Bytes.readString(in);
        Capacity capacity = capacity(in);
        return new Packet.Data(
                epoch,
                number,
                received,
                lock,
                capacity,
                messages(lock, capacity).read(in));
    }

    static Capacity capacity(ByteBuf in) {
        long written = Bytes.readLong(in);
        if (written < 0 || written > (long) READ_WRITE + Integer.MAX_VALUE) {
            throw new CorruptedFrameException("there is no kind of lock " + written);
        }
        if (written == MUTEX) {
            return Capacity.mutex();
        }
        return written == READ_WRITE ? Capacity.readWrite() : Capacity.semaphore((int) (written - READ_WRITE));
    }

    private static SortedMap<Incarnation, Report> reports(ByteBuf in) {
        return map(in, Bytes::readIncarnation, any -> new Report(map(in, Bytes::readString, PacketCodec::held)));
    }

    private static Held held(ByteBuf in) {
        return new Held(capacity(in), Bytes.readList(in, PacketCodec::share));
    }

    private static Share share(ByteBuf in) {
        return new Share(readMode(in), readPermits(in), Bytes.readLong(in));
    }

    static void writeMode(ByteBuf out, Mode mode, int permits) {
        out.writeBoolean(mode == Mode.EXCLUSIVE);
        Bytes.writeInt(out, permits);
    }

    static Mode readMode(ByteBuf in) {
        return Bytes.readBoolean(in) ? Mode.EXCLUSIVE : Mode.SHARED;
    }

    static int readPermits(ByteBuf in) {
        int permits = Bytes.readInt(in);
        if (permits < 1) {
            throw new CorruptedFrameException("nobody has " + permits + " permits");
        }
        return permits;
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
