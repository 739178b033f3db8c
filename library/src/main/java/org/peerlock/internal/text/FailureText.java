package org.peerlock.internal.text;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Says what went wrong, without names of classes if possible. The messages of some exceptions are only a path or a host. */
public final class FailureText {

    private FailureText() {}

    public static String of(IOException failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return failure.toString();
        } else if (failure instanceof UnknownHostException && message.indexOf(' ') < 0) {
            return "there is no host " + message;
        } else if (!(failure instanceof FileSystemException file) || file.getReason() != null) {
            return message;
        } else if (failure instanceof AccessDeniedException) {
            return "permission denied: " + message;
        } else if (failure instanceof NoSuchFileException) {
            return "there is no " + message;
        } else if (failure instanceof NotDirectoryException) {
            return message + " is not a directory";
        } else if (failure instanceof FileAlreadyExistsException) {
            return message + " exists already, and is not a directory";
        }
        return message + " cannot be used";
    }

    /** The same; a failure of another kind is a defect, whose name helps to find it. */
    public static String ofCause(@Nullable Throwable failure) {
        return failure instanceof IOException expected ? of(expected) : String.valueOf(failure);
    }
}
