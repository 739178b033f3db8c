package org.peerlock;

import java.nio.charset.StandardCharsets;

/** Labels of processes. */
final class ProcessLabel {

    private static final int LONGEST = 100;

    private ProcessLabel() {}

    /** @throws IllegalArgumentException if the label is too long, or is not well-formed */
    static String checked(String text) {
        if (text.length() > LONGEST || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("a label is well-formed text of up to " + LONGEST + " characters");
        }
        return text;
    }

    /** The main class or archive of this process, if it is known, and the process id. */
    static String ofProcess() {
        String command = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        String main = command.substring(Math.max(command.lastIndexOf('/'), lastDot(command)) + 1);
        boolean useful = !main.isEmpty()
                && main.length() < LONGEST / 2
                && StandardCharsets.US_ASCII.newEncoder().canEncode(main);
        return (useful ? main + " " : "") + ProcessHandle.current().pid();
    }

    private static int lastDot(String command) {
        return command.endsWith(".jar") ? -1 : command.lastIndexOf('.');
    }
}
