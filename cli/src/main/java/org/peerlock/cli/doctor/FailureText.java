package org.peerlock.cli.doctor;

import java.io.IOException;

/** Says what is wrong. */
final class FailureText {

    private FailureText() {}

    /** The message; with its kind if it is none, such as the name of a file that is not there. */
    static String of(IOException failure) {
        String message = failure.getMessage();
        if (message == null || message.indexOf(' ') < 0) {
            return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        }
        return message;
    }
}
