package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;
import org.peerlock.brain.Standing;

/** Writes and reads how a lock stands at a node. */
final class StandingCodec {

    private StandingCodec() {}

    static void write(ByteBuf out, Standing standing) {
        PacketCodec.writeCapacity(out, standing.capacity());
        out.writeBoolean(standing.inside());
        Bytes.writeInt(out, standing.holders().size());
        standing.holders().forEach(holder -> write(out, holder));
        Bytes.writeInt(out, standing.waiting().size());
        standing.waiting().forEach(waiting -> write(out, waiting));
        Bytes.writeInt(out, standing.queue().size());
        standing.queue().forEach(node -> Bytes.writeIncarnation(out, node));
        Bytes.writeInt(out, standing.untold());
    }

    private static void write(ByteBuf out, Standing.Holder holder) {
        Bytes.writeString(out, holder.who());
        Bytes.writeLong(out, holder.heldNanos());
        PacketCodec.writeMode(out, holder.mode(), holder.permits());
        Bytes.writeLong(out, holder.fence());
    }

    private static void write(ByteBuf out, Standing.Waiting waiting) {
        Bytes.writeString(out, waiting.who());
        Bytes.writeLong(out, waiting.waitedNanos());
        PacketCodec.writeMode(out, waiting.mode(), waiting.permits());
        Bytes.writeInt(out, waiting.turn());
        out.writeBoolean(waiting.number().isPresent());
        waiting.number().ifPresent(number -> Bytes.writeLong(out, number));
    }

    static Standing read(ByteBuf in) {
        return new Standing(
                PacketCodec.capacity(in),
                Bytes.readBoolean(in),
                Bytes.readList(in, StandingCodec::holder),
                Bytes.readList(in, StandingCodec::waiting),
                Bytes.readList(in, Bytes::readIncarnation),
                Bytes.readInt(in));
    }

    private static Standing.Holder holder(ByteBuf in) {
        return new Standing.Holder(
                Bytes.readString(in),
                Bytes.readLong(in),
                PacketCodec.readMode(in),
                PacketCodec.readPermits(in),
                Bytes.readLong(in));
    }

    private static Standing.Waiting waiting(ByteBuf in) {
        return new Standing.Waiting(
                Bytes.readString(in),
                Bytes.readLong(in),
                PacketCodec.readMode(in),
                PacketCodec.readPermits(in),
                Bytes.readInt(in),
                Bytes.readBoolean(in) ? OptionalLong.of(Bytes.readLong(in)) : OptionalLong.empty());
    }
}
