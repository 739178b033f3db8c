package org.peerlock.cli.resident;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The token that a client must send. Every process that can read its file may use the node. */
final class BearerToken {

    private static final int BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final byte[] expected;

    private BearerToken(String text) {
        expected = (SCHEME + text).getBytes(US_ASCII);
    }

    /** Replaces the token by a new one, atomically. Only this user can read it. */
    static BearerToken write(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String text = HexFormat.of().formatHex(random);
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, ownerOnly(fresh));
        Files.writeString(fresh, text + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        return new BearerToken(text);
    }

    /** The attributes of a file that no other user may read or write. */
    static FileAttribute<?>[] ownerOnly(Path path) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Takes the same time for all wrong tokens, so that nobody can guess it byte by byte. */
    boolean admits(@Nullable String authorization) {
        return authorization != null && MessageDigest.isEqual(expected, authorization.getBytes(US_ASCII));
    }
}
