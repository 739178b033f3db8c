package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.peerlock.brain.Overview;
import org.peerlock.brain.word.Usage;

/** Writes and reads how much locks are used at a node. */
final class UseCodec {

    private UseCodec() {}

    static void write(ByteBuf out, List<Overview.Known> locks) {
        Bytes.writeInt(out, locks.size());
        locks.forEach(lock -> write(out, lock));
    }

    private static void write(ByteBuf out, Overview.Known known) {
        Bytes.writeString(out, known.lock());
        PacketCodec.writeCapacity(out, known.capacity());
        Bytes.writeInt(out, known.held());
        Bytes.writeInt(out, known.waiting());
        Usage.Counts usage = known.usage();
        Bytes.writeLong(out, usage.acquisitions());
        Bytes.writeLong(out, usage.waits());
        Bytes.writeLong(out, usage.waitedNanos());
        Bytes.writeLong(out, usage.longestWaitNanos());
        Bytes.writeLong(out, usage.releases());
        Bytes.writeLong(out, usage.heldNanos());
        Bytes.writeLong(out, usage.longestHoldNanos());
    }

    static List<Overview.Known> read(ByteBuf in) {
        return Bytes.readList(in, UseCodec::known);
    }

    private static Overview.Known known(ByteBuf in) {
        return new Overview.Known(
                Bytes.readString(in), PacketCodec.capacity(in), Bytes.readInt(in), Bytes.readInt(in), counts(in));
    }

    private static Usage.Counts counts(ByteBuf in) {
        return new Usage.Counts(
                Bytes.readLong(in),
                Bytes.readLong(in),
                Bytes.readLong(in),
                Bytes.readLong(in),
                Bytes.readLong(in),
                Bytes.readLong(in),
                Bytes.readLong(in));
    }
}
