package org.peerlock.internal.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** The user of the operating system as whom this process runs. */
public final class CurrentUser {

    public static final int ROOT = 0;

    private static final OptionalInt ID = read();

    private CurrentUser() {}

    /** The user's number; empty on systems without {@code /proc}. */
    public static OptionalInt id() {
        return ID;
    }

    private static OptionalInt read() {
        try {
            return OptionalInt.of((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return OptionalInt.empty();
        }
    }
}
