package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.VersionedBytes;

/**
 * A cell in a directory of a local disk: for all processes of one machine, and nothing to install.
 *
 * <p>A write goes to another file first, is forced to the disk, and takes the cell's place in one step; so whoever reads, and
 * whatever dies, there is the old content or the new one, whole. Writers exclude each other by a lock of the operating system on
 * a file that is never replaced, and within one process by a monitor, since such locks belong to the process.
 *
 * <p>A process that is stopped while it writes keeps all others from writing until it goes on or is killed: they fail, and lose
 * their leases. To break its lock would let it undo their writes when it goes on.
 *
 * <p>Only on a disk of this machine: over a network, locks and replacements are not what they seem, and such directories are
 * refused. While nodes run, nothing in the directory may be deleted but {@code cell} itself: without the lock file writers do
 * not exclude each other, and without the files of living members nobody waits for them.
 *
 * <p>An interrupted thread writes nothing, or does not know ({@code UnknownOutcomeException}), and stays interrupted.
 */
public final class FileRegistryStore implements RegistryStore {

    private static final String CELL = "cell";
    private static final String LOCK = "cell.lock";
    private static final String FRESH = "cell.new";

    /** Version, and a sum over it and the content. */
    private static final Pattern HEAD = Pattern.compile("peerlock-file ([0-9a-f]{16}) ([0-9a-f]{8})");

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Of all cells of this process, under whatever name a directory goes. A literal, for these are the same in all class
     * loaders: a second reader of this class in the process would otherwise take the lock away from the first by closing the
     * file.
     */
    private static final String MONITOR = "org.peerlock.registry.file";

    private enum Outcome {
        WRITTEN,
        REFUSED,
        BUSY
    }

    private final Path directory;
    private final ProcessDeathDetector members;

    /**
     * Makes the directory if there is none. What is made is for its owner only.
     *
     * @throws IOException if it cannot be made, or is not on a local disk
     */
    public FileRegistryStore(Path directory) throws IOException {
        this.directory = RegistryFiles.make(directory);
        RegistryFiles.refuseNetwork(this.directory);
        members = new ProcessDeathDetector(this.directory);
    }

    /** A file for each member, by which another process of the machine can prove its death. */
    @Override
    public DeathDetector deathDetector() {
        return members;
    }

    @Override
    public VersionedBytes read() throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(directory.resolve(CELL));
        } catch (NoSuchFileException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
            return VersionedBytes.EMPTY;
        }
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        Matcher head = HEAD.matcher(new String(bytes, 0, end, US_ASCII));
        if (end < bytes.length && head.matches()) {
            long version = Long.parseUnsignedLong(head.group(1), 16);
            ByteBuffer content = ByteBuffer.wrap(bytes, end + 1, bytes.length - end - 1);
            if (version != 0 && head.group(2).equals(sum(version, content.duplicate()))) {
                byte[] copy = new byte[content.remaining()];
                content.get(copy);
                return new VersionedBytes(version, copy);
            }
        }
        throw new IOException(
                directory.resolve(CELL) + " is damaged, or is not a cell: head and content do not belong together."
                        + " To begin anew, stop all nodes and delete it");
    }

    @Override
    public boolean compareAndSet(long version, byte[] content) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            Outcome outcome = attempt(version, content);
            if (outcome != Outcome.BUSY) {
                return outcome == Outcome.WRITTEN;
            }
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                throw new IOException(directory.resolve(LOCK) + " is held by other processes all the time;"
                        + " is one of them stopped while it writes?");
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(500_000, 4_000_000));
        }
    }

    private Outcome attempt(long version, byte[] content) throws IOException {
        synchronized (MONITOR) {
            Path lock = directory.resolve(LOCK);
            FileChannel lockFile = FileChannel.open(
                    lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), RegistryFiles.ownerOnly(lock));
            try {
                if (lockFile.tryLock() == null) {
                    return Outcome.BUSY;
                }
                if (read().version() != version) {
                    return Outcome.REFUSED;
                }
                write(version == 0 ? firstVersion() : version + 1, content);
                return Outcome.WRITTEN;
            } finally {
                giveUp(lockFile);
            }
        }
    }

    /** Whatever goes wrong here, the lock is gone, and what was written is written. */
    private static void giveUp(FileChannel lockFile) {
        try {
            lockFile.close();
        } catch (IOException e) {
            // as said above
        }
    }

    /** Anything: then a cell that was deleted and made anew has no version that the old one had. */
    private static long firstVersion() {
        return RANDOM.nextLong() >>> 2 | 1;
    }

    private void write(long version, byte[] content) throws IOException {
        Path fresh = directory.resolve(FRESH);
        Files.deleteIfExists(fresh); // of a writer that died
        try (FileChannel out = FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                RegistryFiles.ownerOnly(fresh))) {
            write(out, head(version, content));
            write(out, ByteBuffer.wrap(content));
            out.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        try {
            Files.move(fresh, directory.resolve(CELL), StandardCopyOption.ATOMIC_MOVE);
            RegistryFiles.force(directory);
        } catch (IOException e) {
            throw new UnknownOutcomeException("the new content may or may not last in " + directory, e);
        }
    }

    private static ByteBuffer head(long version, byte[] content) {
        String head = String.format("peerlock-file %016x %s\n", version, sum(version, ByteBuffer.wrap(content)));
        return ByteBuffer.wrap(head.getBytes(US_ASCII));
    }

    private static String sum(long version, ByteBuffer content) {
        CRC32 sum = new CRC32();
        sum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, version));
        sum.update(content);
        return String.format("%08x", sum.getValue());
    }

    private static void write(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
