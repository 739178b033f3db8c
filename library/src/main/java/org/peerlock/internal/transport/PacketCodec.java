package org.peerlock.internal.transport;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/** Encodes and decodes packets: a byte for the kind, then the fields. For one thread at a time. */
public final class PacketCodec {

    private static final int CONTENT = 1;
    private static final int REPORT_PART = 2;
    private static final int PROBE = 3;
    private static final int ECHO = 4;
    private static final int DATA = 5;
    private static final int RECEIPT = 6;
    private static final int DISAGREEMENT = 7;
    private static final int QUERY = 8;
    private static final int ANSWER = 9;
    private static final int CENSUS = 10;
    private static final int USES = 11;
    private static final int REPORT_SUMMARY = 12;
    private static final int REPORT_REQUEST = 13;
    private static final int RENEWAL_REQUEST = 14;
    private static final int RENEWAL_CONFIRMATION = 15;

    /**
     * A number in probes and their replies: whether a pledge is asked for, or given. Later versions of the protocol may use its
     * other bits, which are not looked at.
     */
    private static final long PLEDGE = 1;

    private static final long NO_PLEDGE = 0;

    /** Another bit of that number, in replies: the pledge that is given is never over. */
    private static final long FOR_EVER = 2;

    /** Codes for the kinds of locks; a semaphore is encoded as its permits plus one. */
    private static final int MUTEX = 0;

    private static final int READ_WRITE = 1;

    private final AlgorithmCodecs algorithms = new AlgorithmCodecs();

    /** The state that was written last: usually all members get it, one after the other. */
    private @Nullable ClusterState lastState;

    private byte[] textOfLastState = {};

    public void write(ByteBuf out, Packet packet) {
        if (packet instanceof Packet.StateUpdate stateUpdate) {
            out.writeByte(CONTENT).writeBytes(text(stateUpdate.state()));
        } else if (packet instanceof Packet.RenewalRequest request) {
            WireFormat.writeLong(out.writeByte(RENEWAL_REQUEST), request.number());
            writeIncarnations(out, request.unreachable());
        } else if (packet instanceof Packet.RenewalConfirmation confirmation) {
            WireFormat.writeLong(out.writeByte(RENEWAL_CONFIRMATION), confirmation.number());
            out.writeBytes(text(confirmation.state()));
        } else if (packet instanceof Packet.ReportPart reportPart) {
            WireFormat.writeLong(out.writeByte(REPORT_PART), reportPart.epoch());
            WireFormat.writeIncarnation(out, reportPart.survivor());
            WireFormat.writeInt(out, reportPart.part());
            WireFormat.writeInt(out, reportPart.parts());
            writeHolds(out, reportPart.holds());
        } else if (packet instanceof Packet.ReportSummary summary) {
            WireFormat.writeLong(out.writeByte(REPORT_SUMMARY), summary.epoch());
            writeIncarnations(out, summary.survivors());
            out.writeBoolean(summary.answer());
        } else if (packet instanceof Packet.ReportRequest request) {
            WireFormat.writeLong(out.writeByte(REPORT_REQUEST), request.epoch());
            WireFormat.writeIncarnation(out, request.survivor());
            WireFormat.writeInt(out, request.part());
            WireFormat.writeInt(out, request.count());
        } else if (packet instanceof Packet.Probe probe) {
            WireFormat.writeLong(out.writeByte(PROBE), probe.number());
            WireFormat.writeLong(out, probe.asksPledge() ? PLEDGE : NO_PLEDGE);
        } else if (packet instanceof Packet.ProbeReply probeReply) {
            WireFormat.writeLong(out.writeByte(ECHO), probeReply.number());
            WireFormat.writeString(out, probeReply.label());
            WireFormat.writeString(out, probeReply.version());
            WireFormat.writeLong(out, written(probeReply.pledge()));
        } else if (packet instanceof Packet.Data data) {
            WireFormat.writeLong(out.writeByte(DATA), data.epoch());
            WireFormat.writeLong(out, data.number());
            WireFormat.writeLong(out, data.received());
            WireFormat.writeString(out, data.lock());
            writeCapacity(out, data.capacity());
            int algorithm = algorithms.number(data.algorithm());
            algorithms.codec(algorithm).write(out.writeByte(algorithm), data.message());
        } else if (packet instanceof Packet.KindConflict told) {
            WireFormat.writeLong(out.writeByte(DISAGREEMENT), told.epoch());
            WireFormat.writeString(out, told.lock());
            writeCapacity(out, told.capacity());
        } else if (packet instanceof Packet.Ack ack) {
            WireFormat.writeLong(out.writeByte(RECEIPT), ack.epoch());
            WireFormat.writeLong(out, ack.received());
        } else if (packet instanceof Packet.LockQuery lockQuery) {
            WireFormat.writeLong(out.writeByte(QUERY), lockQuery.number());
            WireFormat.writeString(out, lockQuery.lock());
        } else if (packet instanceof Packet.LockReply lockReply) {
            WireFormat.writeLong(out.writeByte(ANSWER), lockReply.number());
            WireFormat.writeString(out, lockReply.label());
            LockStatus lockStatus = lockReply.status();
            out.writeBoolean(lockStatus != null);
            if (lockStatus != null) {
                LockStatusCodec.write(out, lockStatus);
            }
        } else if (packet instanceof Packet.UsageQuery usageQuery) {
            WireFormat.writeLong(out.writeByte(CENSUS), usageQuery.number());
        } else if (packet instanceof Packet.UsageReply usageReply) {
            WireFormat.writeLong(out.writeByte(USES), usageReply.number());
            LockUsageCodec.write(out, usageReply.locks());
        }
    }

    private byte[] text(ClusterState state) {
        if (!state.equals(lastState)) {
            textOfLastState = ClusterStateText.write(state);
            lastState = state;
        }
        return textOfLastState;
    }

    private static void writeIncarnations(ByteBuf out, SortedSet<Incarnation> incarnations) {
        WireFormat.writeInt(out, incarnations.size());
        incarnations.forEach(incarnation -> WireFormat.writeIncarnation(out, incarnation));
    }

    private static void writeHolds(ByteBuf out, SortedMap<String, HeldLock> holds) {
        WireFormat.writeInt(out, holds.size());
        holds.forEach((lock, heldLock) -> {
            WireFormat.writeString(out, lock);
            writeCapacity(out, heldLock.capacity());
            WireFormat.writeInt(out, heldLock.shares().size());
            heldLock.shares().forEach(heldShare -> writeShare(out, heldShare));
        });
    }

    static void writeCapacity(ByteBuf out, Capacity capacity) {
        WireFormat.writeLong(
                out,
                switch (capacity.kind()) {
                    case MUTEX -> MUTEX;
                    case READ_WRITE -> READ_WRITE;
                    case SEMAPHORE -> (long) READ_WRITE + capacity.permits();
                });
    }

    private static void writeShare(ByteBuf out, HeldShare heldShare) {
        writeMode(out, heldShare.mode(), heldShare.permits());
        WireFormat.writeLong(out, heldShare.fence());
    }

    /**
     * Decodes all of {@code in} as a packet.
     *
     * @throws CorruptedFrameException if it is malformed
     */
    public Packet read(ByteBuf in) {
        int kind = WireFormat.readByte(in);
        Packet packet = switch (kind) {
            case CONTENT -> new Packet.StateUpdate(registry(in));
            case RENEWAL_REQUEST -> new Packet.RenewalRequest(WireFormat.readLong(in), incarnations(in));
            case RENEWAL_CONFIRMATION -> new Packet.RenewalConfirmation(WireFormat.readLong(in), registry(in));
            case REPORT_PART -> reportPart(in);
            case REPORT_SUMMARY ->
                new Packet.ReportSummary(WireFormat.readLong(in), incarnations(in), WireFormat.readBoolean(in));
            case REPORT_REQUEST -> reportRequest(in);
            case PROBE -> new Packet.Probe(WireFormat.readLong(in), isPledge(WireFormat.readLong(in)));
            case ECHO ->
                new Packet.ProbeReply(
                        WireFormat.readLong(in), WireFormat.readString(in), WireFormat.readString(in), readPledge(in));
            case DATA -> data(in);
            case DISAGREEMENT ->
                new Packet.KindConflict(WireFormat.readLong(in), WireFormat.readString(in), capacity(in));
            case RECEIPT -> new Packet.Ack(WireFormat.readLong(in), WireFormat.readLong(in));
            case QUERY -> new Packet.LockQuery(WireFormat.readLong(in), WireFormat.readString(in));
            case ANSWER ->
                new Packet.LockReply(
                        WireFormat.readLong(in),
                        WireFormat.readString(in),
                        WireFormat.readBoolean(in) ? LockStatusCodec.read(in) : null);
            case CENSUS -> new Packet.UsageQuery(WireFormat.readLong(in));
            case USES -> new Packet.UsageReply(WireFormat.readLong(in), LockUsageCodec.read(in));
            default -> throw new CorruptedFrameException("there is no packet of kind " + kind);
        };
        WireFormat.requireEnd(in);
        return packet;
    }

    private static ClusterState registry(ByteBuf in) {
        byte[] text = new byte[in.readableBytes()];
        in.readBytes(text);
        try {
            return ClusterStateText.read(text);
        } catch (CorruptRegistryException e) {
            throw new CorruptedFrameException("its cluster state is invalid: " + e.getMessage(), e);
        }
    }

    private Packet.Data data(ByteBuf in) {
        long epoch = WireFormat.readLong(in);
        long number = WireFormat.readLong(in);
        long received = WireFormat.readLong(in);
        String lock = WireFormat.readString(in);
        Capacity capacity = capacity(in);
        int written = WireFormat.readByte(in);
        String algorithm = algorithms.algorithm(written);
        Object message = algorithms.codec(written).read(in);
        return new Packet.Data(epoch, number, received, lock, capacity, algorithm, message);
    }

    static Capacity capacity(ByteBuf in) {
        long written = WireFormat.readLong(in);
        if (written < 0 || written > (long) READ_WRITE + Integer.MAX_VALUE) {
            throw new CorruptedFrameException("there is no kind of lock " + written);
        }
        if (written == MUTEX) {
            return Capacity.mutex();
        }
        return written == READ_WRITE ? Capacity.readWrite() : Capacity.semaphore((int) (written - READ_WRITE));
    }

    private static long written(Packet.Pledge pledge) {
        return switch (pledge) {
            case NONE -> NO_PLEDGE;
            case FOR_A_LEASE -> PLEDGE;
            case FOR_EVER -> PLEDGE | FOR_EVER;
        };
    }

    private static boolean isPledge(long written) {
        return (written & PLEDGE) != NO_PLEDGE;
    }

    private static Packet.Pledge readPledge(ByteBuf in) {
        long written = WireFormat.readLong(in);
        if (!isPledge(written)) {
            return Packet.Pledge.NONE;
        }
        return (written & FOR_EVER) == NO_PLEDGE ? Packet.Pledge.FOR_A_LEASE : Packet.Pledge.FOR_EVER;
    }

    private static Packet.ReportPart reportPart(ByteBuf in) {
        long epoch = WireFormat.readLong(in);
        Incarnation survivor = WireFormat.readIncarnation(in);
        int part = WireFormat.readInt(in);
        int parts = WireFormat.readInt(in);
        if (parts < 1 || parts > Packet.ReportPart.MAX_PARTS || part < 0 || part >= parts) {
            throw new CorruptedFrameException("part " + part + " of a report of " + parts);
        }
        return new Packet.ReportPart(epoch, survivor, part, parts, holds(in));
    }

    private static SortedMap<String, HeldLock> holds(ByteBuf in) {
        SortedMap<String, HeldLock> holds = new TreeMap<>();
        for (int left = WireFormat.readCount(in); left > 0; left--) {
            String lock = WireFormat.readString(in);
            if (holds.put(lock, held(in)) != null) {
                throw new CorruptedFrameException("'" + lock + "' is there twice");
            }
        }
        return holds;
    }

    private static SortedSet<Incarnation> incarnations(ByteBuf in) {
        List<Incarnation> all = WireFormat.readList(in, WireFormat::readIncarnation);
        SortedSet<Incarnation> incarnations = new TreeSet<>(all);
        if (incarnations.size() < all.size()) {
            throw new CorruptedFrameException("a node is there twice");
        }
        return incarnations;
    }

    private static Packet.ReportRequest reportRequest(ByteBuf in) {
        long epoch = WireFormat.readLong(in);
        Incarnation survivor = WireFormat.readIncarnation(in);
        int part = WireFormat.readInt(in);
        int count = WireFormat.readInt(in);
        if (part < 0 || part >= Packet.ReportPart.MAX_PARTS || count < 1 || count > Packet.ReportPart.MAX_PARTS) {
            throw new CorruptedFrameException("a request for " + count + " parts from part " + part + " on");
        }
        return new Packet.ReportRequest(epoch, survivor, part, count);
    }

    private static HeldLock held(ByteBuf in) {
        return new HeldLock(capacity(in), WireFormat.readList(in, PacketCodec::share));
    }

    private static HeldShare share(ByteBuf in) {
        return new HeldShare(readMode(in), readPermits(in), WireFormat.readLong(in));
    }

    static void writeMode(ByteBuf out, Mode mode, int permits) {
        out.writeBoolean(mode == Mode.EXCLUSIVE);
        WireFormat.writeInt(out, permits);
    }

    static Mode readMode(ByteBuf in) {
        return WireFormat.readBoolean(in) ? Mode.EXCLUSIVE : Mode.SHARED;
    }

    static int readPermits(ByteBuf in) {
        int permits = WireFormat.readInt(in);
        if (permits < 1) {
            throw new CorruptedFrameException("a holder with " + permits + " permits");
        }
        return permits;
    }
}
