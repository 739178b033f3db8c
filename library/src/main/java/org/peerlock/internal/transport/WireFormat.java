package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.ByteBufUtil;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/**
 * Encodes and decodes numbers, texts and collections. Decoding trusts nothing: malformed input is
 * refused with a {@link CorruptedFrameException}, and no memory is allocated for announced data
 * that is not there.
 */
final class WireFormat {

    private WireFormat() {}

    /**
     * Seven bits in each byte, the lowest first; the eighth bit says that more follow. Negative
     * numbers take ten bytes.
     */
    static void writeLong(ByteBuf out, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.writeByte((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    static long readLong(ByteBuf in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte(in);
            long bits = next & 0x7F;
            value |= bits << shift;
            if (value >>> shift != bits) {
                break;
            }
            if (next < 0x80) {
                return value;
            }
        }
        throw new CorruptedFrameException("a number of more than 64 bits");
    }

    static void writeInt(ByteBuf out, int value) {
        writeLong(out, Integer.toUnsignedLong(value));
    }

    static int readInt(ByteBuf in) {
        long value = readLong(in);
        if (value >>> Integer.SIZE != 0) {
            throw new CorruptedFrameException("a number of more than 32 bits");
        }
        return (int) value;
    }

    static void writeProtocols(ByteBuf out, ProtocolRange protocols) {
        writeInt(out, protocols.min());
        writeInt(out, protocols.max());
    }

    static ProtocolRange readProtocols(ByteBuf in) {
        try {
            return new ProtocolRange(readInt(in), readInt(in));
        } catch (IllegalArgumentException e) {
            throw new CorruptedFrameException(e);
        }
    }

    /** A number of elements that follow, each of which takes at least a byte. */
    static int readCount(ByteBuf in) {
        long count = readLong(in);
        if (count < 0 || count > in.readableBytes()) {
            throw new CorruptedFrameException("it ends before all is there that it announces");
        }
        return (int) count;
    }

    /** A list, with its size first. */
    static <T> List<T> readList(ByteBuf in, Function<ByteBuf, T> reader) {
        List<T> list = new ArrayList<>();
        for (int left = readCount(in); left > 0; left--) {
            list.add(reader.apply(in));
        }
        return list;
    }

    /** 0 to 255. */
    static int readByte(ByteBuf in) {
        require(in, 1);
        return in.readUnsignedByte();
    }

    static boolean readBoolean(ByteBuf in) {
        int value = readByte(in);
        if (value > 1) {
            throw new CorruptedFrameException(value + " is neither true nor false");
        }
        return value == 1;
    }

    static void writeIncarnation(ByteBuf out, Incarnation incarnation) {
        out.writeLong(incarnation.high()).writeLong(incarnation.low());
    }

    static Incarnation readIncarnation(ByteBuf in) {
        require(in, 2 * Long.BYTES);
        return new Incarnation(in.readLong(), in.readLong());
    }

    /** @throws IllegalArgumentException if the text has an unpaired surrogate */
    static void writeString(ByteBuf out, String text) {
        if (isAscii(text)) {
            writeInt(out, text.length());
            ByteBufUtil.writeAscii(out, text);
        } else {
            ByteBuffer encoded = utf8(text);
            writeInt(out, encoded.remaining());
            out.writeBytes(encoded);
        }
    }

    /** @throws IllegalArgumentException if the text has an unpaired surrogate */
    static ByteBuffer utf8(String text) {
        try {
            return UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the text has an unpaired surrogate: " + text, e);
        }
    }

    static String readString(ByteBuf in) {
        byte[] bytes = new byte[readCount(in)];
        in.readBytes(bytes);
        return isAscii(bytes) ? new String(bytes, US_ASCII) : decode(bytes);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte each : bytes) {
            if (each < 0) {
                return false;
            }
        }
        return true;
    }

    /** Refuses malformed UTF-8, instead of replacing it. */
    private static String decode(byte[] bytes) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new CorruptedFrameException("a text that is not UTF-8", e);
        }
    }

    static void requireEnd(ByteBuf in) {
        if (in.isReadable()) {
            throw new CorruptedFrameException("it goes on for " + in.readableBytes() + " bytes after its end");
        }
    }

    static void require(ByteBuf in, int bytes) {
        if (in.readableBytes() < bytes) {
            throw new CorruptedFrameException("it ends too early");
        }
    }
}
