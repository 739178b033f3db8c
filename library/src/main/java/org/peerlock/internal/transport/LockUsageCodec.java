package org.peerlock.internal.transport;

import java.util.List;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.protocol.NodeOverview;

/** Encodes and decodes how much locks are used at a node. */
final class LockUsageCodec {

    private LockUsageCodec() {}

    static void write(ByteBuf out, List<NodeOverview.KnownLock> locks) {
        WireFormat.writeInt(out, locks.size());
        locks.forEach(lock -> write(out, lock));
    }

    private static void write(ByteBuf out, NodeOverview.KnownLock knownLock) {
        WireFormat.writeString(out, knownLock.lock());
        PacketCodec.writeCapacity(out, knownLock.capacity());
        WireFormat.writeInt(out, knownLock.held());
        WireFormat.writeInt(out, knownLock.waiting());
        UsageMeter.UsageCounts usage = knownLock.usage();
        WireFormat.writeLong(out, usage.acquisitions());
        WireFormat.writeLong(out, usage.waits());
        WireFormat.writeLong(out, usage.waitedNanos());
        WireFormat.writeLong(out, usage.longestWaitNanos());
        WireFormat.writeLong(out, usage.releases());
        WireFormat.writeLong(out, usage.heldNanos());
        WireFormat.writeLong(out, usage.longestHoldNanos());
    }

    static List<NodeOverview.KnownLock> read(ByteBuf in) {
        return WireFormat.readList(in, LockUsageCodec::known);
    }

    private static NodeOverview.KnownLock known(ByteBuf in) {
        return new NodeOverview.KnownLock(
                WireFormat.readString(in),
                PacketCodec.capacity(in),
                WireFormat.readInt(in),
                WireFormat.readInt(in),
                counts(in));
    }

    private static UsageMeter.UsageCounts counts(ByteBuf in) {
        return new UsageMeter.UsageCounts(
                WireFormat.readLong(in),
                WireFormat.readLong(in),
                WireFormat.readLong(in),
                WireFormat.readLong(in),
                WireFormat.readLong(in),
                WireFormat.readLong(in),
                WireFormat.readLong(in));
    }
}
