package org.peerlock;

import java.nio.charset.StandardCharsets;

/** What nodes are called. */
final class ProcessLabel {

    private static final int LONGEST = 100;

    private ProcessLabel() {}

    /** @throws IllegalArgumentException if it is too long, or cannot be sent */
    static String checked(String text) {
        if (text.length() > LONGEST || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("a label is well-formed text of up to " + LONGEST + " characters");
        }
        return text;
    }

    /** The number of this process, and its main class, or archive, if that is known. */
    static String ofProcess() {
        String command = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        String main = command.substring(Math.max(command.lastIndexOf('/'), lastDot(command)) + 1);
        boolean useful = main.length() < LONGEST / 2
                && StandardCharsets.US_ASCII.newEncoder().canEncode(main);
        return (useful ? main + " " : "") + ProcessHandle.current().pid();
    }

    private static int lastDot(String command) {
        return command.endsWith(".jar") ? -1 : command.lastIndexOf('.');
    }
}
