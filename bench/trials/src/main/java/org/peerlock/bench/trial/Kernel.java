package org.peerlock.bench.trial;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** The calls of the Linux kernel that Java does not have. */
final class Kernel {

    /** The functions of the C library. */
    interface Functions extends Library {
        int open(String path, int flags) throws LastErrorException;

        int ioctl(int file, NativeLong request, Pointer argument) throws LastErrorException;

        NativeLong read(int file, byte[] buffer, NativeLong length) throws LastErrorException;

        NativeLong write(int file, byte[] buffer, NativeLong length) throws LastErrorException;

        int setns(int file, int kind) throws LastErrorException;

        int close(int file) throws LastErrorException;
    }

    private static final Functions C = Native.load("c", Functions.class);

    private static final int READ_ONLY = 0;
    private static final int READ_WRITE = 2;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x40000000;

    private static final int TUNSETIFF = 0x400454ca;
    private static final int REQUEST_BYTES = 40;
    private static final int NAME_BYTES = 16;
    /** A TUN device (IFF_TUN) whose packets have no header of their own (IFF_NO_PI). */
    private static final short PLAIN_TUN = 0x1001;

    private Kernel() {}

    /** Creates a TUN device in the network namespace of this thread. It exists until the file is closed. */
    static int createTun(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length >= NAME_BYTES) {
            throw new IllegalArgumentException("longer than " + (NAME_BYTES - 1) + " characters: " + name);
        }
        int file = C.open("/dev/net/tun", READ_WRITE | CLOSE_ON_EXEC);
        try (Memory request = new Memory(REQUEST_BYTES)) {
            request.clear();
            request.write(0, bytes, 0, bytes.length);
            request.setShort(NAME_BYTES, PLAIN_TUN);
            C.ioctl(file, new NativeLong(TUNSETIFF), request);
        }
        return file;
    }

    /** Waits for a packet, and returns its length. */
    static int read(int file, byte[] packet) {
        return C.read(file, packet, new NativeLong(packet.length)).intValue();
    }

    static void write(int file, byte[] packet, int length) {
        C.write(file, packet, new NativeLong(length));
    }

    static void close(int file) {
        C.close(file);
    }

    /** Moves the calling thread into a network namespace that {@code ip netns} has made. */
    static void enterNamespace(String name) {
        int file = C.open("/var/run/netns/" + name, READ_ONLY | CLOSE_ON_EXEC);
        try {
            C.setns(file, CLONE_NEWNET);
        } finally {
            C.close(file);
        }
    }
}
