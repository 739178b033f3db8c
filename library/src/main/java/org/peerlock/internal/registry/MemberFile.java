package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the process of a member, so that another process of the machine can prove its death instead
 * of waiting for its lease; and that lease, so that it can be waited for even if the registry is
 * lost.
 *
 * <p>The proof has two parts. The file names a process of this boot of the machine and of this
 * process namespace that no longer exists, or whose number belongs to another process now.
 * <em>And</em> the file can be locked, which its process prevents as long as it runs. The lock
 * alone proves nothing: a process loses it when any code in it opens and closes the file once more.
 * A stopped process is not dead, and keeps its lock.
 *
 * <p>Whatever is not certain is no proof: an incomplete file, a file of another user, a system that
 * hides its processes. The file is not forced to the disk, because it means nothing after a restart
 * of the machine.
 */
public final class MemberFile implements AutoCloseable {

    private static final int LONGEST = 1_000;

    /**
     * The files of members in this process, by a key that is the same for all paths to a file. They
     * must not be opened a second time, because closing that channel would release the lock; nor
     * may their channels be garbage-collected. Guarded by itself.
     */
    private static final Map<Object, MemberFile> OWN = new HashMap<>();

    /** What a file says of its member. */
    private record Content(Duration lease, Optional<ProcessTable.Home> home) {

        private static final String UNKNOWN_PROCESS = "unknown";
        private static final Pattern TEXT = Pattern.compile("peerlock-member ([1-9]\\d{0,17}) (.+)\n");

        /** Parses what {@link #text} wrote; empty if it is incomplete or something else. */
        static Optional<Content> parse(String text) {
            Matcher parts = TEXT.matcher(text);
            return parts.matches()
                    ? Optional.of(new Content(
                            Duration.ofMillis(Long.parseLong(parts.group(1))), ProcessTable.Home.parse(parts.group(2))))
                    : Optional.empty();
        }

        String text() {
            return "peerlock-member " + lease.toMillis() + " "
                    + home.map(ProcessTable.Home::text).orElse(UNKNOWN_PROCESS) + "\n";
        }
    }

    private final Path path;
    private final Object key;
    private final Duration lease;
    private final FileChannel channel;

    private MemberFile(Path path, Object key, Duration lease, FileChannel channel) {
        this.path = path;
        this.key = key;
        this.lease = lease;
        this.channel = channel;
    }

    static MemberFile create(Path path, Duration lease, ProcessTable processTable) throws IOException {
        String text = new Content(lease, processTable.own()).text();
        synchronized (OWN) {
            FileChannel channel = FileChannel.open(
                    path,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    RegistryFiles.ownerOnly(path));
            try {
                channel.lock();
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(US_ASCII));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                MemberFile created = new MemberFile(path, RegistryFiles.key(path), lease, channel);
                OWN.put(created.key, created);
                return created;
            } catch (IOException e) {
                try (channel) {
                    Files.deleteIfExists(path);
                }
                throw e;
            }
        }
    }

    /** Whether the process of the file is certainly dead. Safe for files of this process, too. */
    static boolean provesDeath(Path path, ProcessTable processTable) throws IOException {
        synchronized (OWN) {
            try {
                return !OWN.containsKey(RegistryFiles.key(path)) && provesDeathOfAnother(path, processTable);
            } catch (NoSuchFileException | AccessDeniedException | OverlappingFileLockException e) {
                return false;
            }
        }
    }

    private static boolean provesDeathOfAnother(Path path, ProcessTable processTable) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (Content.parse(text(channel))
                    .flatMap(Content::home)
                    .filter(processTable::isGone)
                    .isEmpty()) {
                return false;
            }
            try (FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true)) {
                return shared != null;
            }
        }
    }

    /**
     * For how long the member of a file may hold locks after its last renewal; empty if the file
     * does not say it, or there is none. Safe for files of this process, too.
     */
    static Optional<Duration> lease(Path path) throws IOException {
        synchronized (OWN) {
            try {
                MemberFile own = OWN.get(RegistryFiles.key(path));
                return own != null ? Optional.of(own.lease) : leaseOfAnother(path);
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }
    }

    private static Optional<Duration> leaseOfAnother(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return Content.parse(text(channel)).map(Content::lease);
        }
    }

    private static String text(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        while (channel.read(bytes) > 0) {}
        return new String(bytes.array(), 0, bytes.position(), US_ASCII);
    }

    Duration lease() {
        return lease;
    }

    /** The member has left and holds nothing, so nobody needs a proof any more. */
    @Override
    public void close() throws IOException {
        synchronized (OWN) {
            if (OWN.remove(key, this)) {
                try (channel) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
