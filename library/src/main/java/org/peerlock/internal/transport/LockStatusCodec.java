package org.peerlock.internal.transport;

import java.util.OptionalLong;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.protocol.LockStatus;

/** Encodes and decodes the status of a lock at a node. */
final class LockStatusCodec {

    private LockStatusCodec() {}

    static void write(ByteBuf out, LockStatus lockStatus) {
        PacketCodec.writeCapacity(out, lockStatus.capacity());
        WireFormat.writeString(out, lockStatus.algorithm());
        out.writeBoolean(lockStatus.inside());
        WireFormat.writeInt(out, lockStatus.holders().size());
        lockStatus.holders().forEach(lockHolder -> write(out, lockHolder));
        WireFormat.writeInt(out, lockStatus.waiters().size());
        lockStatus.waiters().forEach(lockWaiter -> write(out, lockWaiter));
        WireFormat.writeInt(out, lockStatus.queue().size());
        lockStatus.queue().forEach(node -> WireFormat.writeIncarnation(out, node));
        WireFormat.writeInt(out, lockStatus.omitted());
    }

    private static void write(ByteBuf out, LockStatus.LockHolder lockHolder) {
        WireFormat.writeString(out, lockHolder.label());
        WireFormat.writeLong(out, lockHolder.heldNanos());
        PacketCodec.writeMode(out, lockHolder.mode(), lockHolder.permits());
        WireFormat.writeLong(out, lockHolder.fence());
    }

    private static void write(ByteBuf out, LockStatus.LockWaiter lockWaiter) {
        WireFormat.writeString(out, lockWaiter.label());
        WireFormat.writeLong(out, lockWaiter.waitedNanos());
        PacketCodec.writeMode(out, lockWaiter.mode(), lockWaiter.permits());
        WireFormat.writeInt(out, lockWaiter.turn());
        out.writeBoolean(lockWaiter.number().isPresent());
        lockWaiter.number().ifPresent(number -> WireFormat.writeLong(out, number));
    }

    static LockStatus read(ByteBuf in) {
        return new LockStatus(
                PacketCodec.capacity(in),
                WireFormat.readString(in),
                WireFormat.readBoolean(in),
                WireFormat.readList(in, LockStatusCodec::holder),
                WireFormat.readList(in, LockStatusCodec::waiting),
                WireFormat.readList(in, WireFormat::readIncarnation),
                WireFormat.readInt(in));
    }

    private static LockStatus.LockHolder holder(ByteBuf in) {
        return new LockStatus.LockHolder(
                WireFormat.readString(in),
                WireFormat.readLong(in),
                PacketCodec.readMode(in),
                PacketCodec.readPermits(in),
                WireFormat.readLong(in));
    }

    private static LockStatus.LockWaiter waiting(ByteBuf in) {
        return new LockStatus.LockWaiter(
                WireFormat.readString(in),
                WireFormat.readLong(in),
                PacketCodec.readMode(in),
                PacketCodec.readPermits(in),
                WireFormat.readInt(in),
                WireFormat.readBoolean(in) ? OptionalLong.of(WireFormat.readLong(in)) : OptionalLong.empty());
    }
}
