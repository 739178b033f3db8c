package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.peerlock.internal.os.CurrentUser;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the registry in a directory on a local disk, for all processes of one machine. It needs no
 * installation.
 *
 * <p>A write goes to a temporary file, is forced to the disk, and replaces {@code cluster-state} in
 * one step. So whatever dies at whatever moment, a reader finds the old content or the new one,
 * complete. Writers exclude each other by a lock of the operating system on
 * {@code cluster-state.lock}, which is never replaced, and within one process by a monitor, because
 * such locks belong to the process.
 *
 * <p>A process that is stopped while it writes keeps all others from writing until it goes on or is
 * killed: they fail, and lose their leases. Breaking its lock would let it undo their writes when
 * it goes on.
 *
 * <p>The directory must be on a disk of this machine. Network file systems do not lock and replace
 * files reliably, and are refused.
 *
 * <p>While processes run, only {@code cluster-state} may be deleted. If somebody deletes the whole
 * directory, the first member that notices creates it again, with the files of its members, and the
 * cluster starts a new registry when all leases of the old one have expired. That is safe as long
 * as no new process starts between the deletion and that moment: it may find no trace of the
 * members, and not wait for their leases, so two may hold a lock until the members notice.
 *
 * <p>An interrupted thread writes nothing, or throws an {@code UnknownOutcomeException}, and stays
 * interrupted.
 */
public final class FileRegistryStore implements RegistryStore {

    private static final Logger LOG = LoggerFactory.getLogger(FileRegistryStore.class);

    private static final String STATE = "cluster-state";
    private static final String LOCK = STATE + ".lock";
    private static final String TEMPORARY = STATE + ".new";

    /** The version, and a checksum of the version and the content. */
    private static final Pattern HEADER = Pattern.compile("peerlock-file ([0-9a-f]{16}) ([0-9a-f]{8})");

    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Guards all registries of this process, whatever path leads to a directory. It is a literal,
     * because a literal is the same object in all class loaders: if the library was loaded twice,
     * each copy would otherwise take the file lock from the other by closing the file.
     */
    private static final String MONITOR = "org.peerlock.registry.file";

    private enum Outcome {
        WRITTEN,
        REFUSED,
        BUSY
    }

    private final Path directory;
    private final boolean recreates;
    private final ProcessDeathDetector members;

    /**
     * Creates the directory if there is none, also when somebody deletes it later. Only its owner
     * can access what is created.
     *
     * @throws IOException if the directory cannot be created, is not on a local disk, or is not private: it must belong to the
     *     user of this process, no other user may list it or write to it, and none may make its path lead elsewhere
     */
    public FileRegistryStore(Path directory) throws IOException {
        this(requirePath(directory), true);
        PrivateDirectory.require(directory);
    }

    private static Path requirePath(Path directory) throws IOException {
        PrivateDirectory.requirePath(directory);
        return directory;
    }

    private FileRegistryStore(Path directory, boolean recreates) throws IOException {
        this.directory = RegistryFiles.make(directory);
        this.recreates = recreates;
        RegistryFiles.refuseNetwork(this.directory);
        members = new ProcessDeathDetector(this.directory);
    }

    /**
     * The registry in an existing directory, for an observer: reads fail when somebody deletes the
     * directory. It need not be private: an observer holds no lock.
     */
    public static FileRegistryStore ofObserver(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        return new FileRegistryStore(directory, false);
    }

    @Override
    public String describe() {
        return "the directory " + directory;
    }

    @Override
    public Durability durability(Duration timeout) throws IOException {
        return new Durability(
                Map.of("file system", Files.getFileStore(directory).type()),
                "Each write is forced to the disk before it counts. A directory in memory (tmpfs) is lost when the"
                        + " machine stops, and then no process is left.");
    }

    /** A file for each member, by which another process of the machine can prove its death. */
    @Override
    public DeathDetector deathDetector() {
        return members;
    }

    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        if (recreates && !Files.exists(directory)) {
            LOG.warn(
                    "Somebody deleted the registry directory {} while this process used it. This process creates it again;"
                            + " the cluster starts a new registry when all leases of the old one have expired",
                    directory);
            RegistryFiles.make(directory);
            members.restore();
        }
        return readState();
    }

    /** Another user may have created the directory again, if somebody deleted it. */
    private TaggedBytes readState() throws IOException {
        if (recreates && Files.exists(directory)) {
            PrivateDirectory.requireOwner(directory, CurrentUser.id());
        }
        RegistryFiles.requireRegular(directory.resolve(STATE));
        if (recreates) {
            protectState();
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(directory.resolve(STATE), LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readAllBytes();
        } catch (NoSuchFileException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
            return TaggedBytes.ABSENT;
        }
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        Matcher header = HEADER.matcher(new String(bytes, 0, end, US_ASCII));
        if (end < bytes.length && header.matches()) {
            long version = version(header.group(1));
            ByteBuffer content = ByteBuffer.wrap(bytes, end + 1, bytes.length - end - 1);
            if (version != 0 && header.group(2).equals(checksum(version, content.duplicate()))) {
                byte[] copy = new byte[content.remaining()];
                content.get(copy);
                members.onRegistrySeen();
                return new TaggedBytes(tag(version), copy);
            }
        }
        throw new IOException(directory.resolve(STATE) + " is damaged: its checksum does not match its content."
                + " To start anew, stop all processes of the cluster and delete the file");
    }

    /** Somebody may have restored the file with another owner, or with a mode that shows the secret of the registry. */
    private void protectState() throws IOException {
        Path state = directory.resolve(STATE);
        try {
            PrivateDirectory.requireOwner(state, CurrentUser.id());
            if (RegistryFiles.restrictToOwner(state)) {
                LOG.warn(
                        "Other users could read {}, which contains the secret of the registry, or write to it. This process"
                                + " has made it private again",
                        state);
            }
        } catch (NoSuchFileException e) {
            // Then it shows nothing.
        }
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        long lockTimeoutNanos = timeout.toNanos() / 8 * 5; // the rest is for the write
        long begin = System.nanoTime();
        while (true) {
            Outcome outcome = attempt(tag, content);
            if (outcome != Outcome.BUSY) {
                return outcome == Outcome.WRITTEN;
            }
            if (System.nanoTime() - begin > lockTimeoutNanos) {
                throw new IOException("other processes hold " + directory.resolve(LOCK)
                        + " all the time; perhaps one of them is stopped while it writes");
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(500_000, 4_000_000));
        }
    }

    private Outcome attempt(String tag, byte[] content) throws IOException {
        synchronized (MONITOR) {
            try (LockFile lockFile = new LockFile(directory.resolve(LOCK))) {
                if (!lockFile.tryLock()) {
                    return Outcome.BUSY;
                }
                if (!readState().tag().equals(tag)) {
                    return Outcome.REFUSED;
                }
                boolean first = tag.equals(TaggedBytes.ABSENT.tag());
                write(first ? firstVersion() : version(tag) + 1, content, lockFile::requireInPlace);
                members.onRegistrySeen();
                return Outcome.WRITTEN;
            }
        }
    }

    private static String tag(long version) {
        return String.format("%016x", version);
    }

    private static long version(String tag) {
        return Long.parseUnsignedLong(tag, 16);
    }

    /**
     * A random version, so that a registry that was deleted and created anew has no version that
     * the old one had.
     */
    private static long firstVersion() {
        return RANDOM.nextLong() >>> 2 | 1;
    }

    /** Something that must hold before the content is replaced. */
    private interface Check {
        void run() throws IOException;
    }

    private void write(long version, byte[] content, Check beforeReplacing) throws IOException {
        Path temporary = directory.resolve(TEMPORARY);
        Files.deleteIfExists(temporary); // of a writer that died
        try (FileChannel out = FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                RegistryFiles.ownerOnly(temporary))) {
            write(out, header(version, content));
            write(out, ByteBuffer.wrap(content));
            out.force(true);
            beforeReplacing.run();
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
        try {
            Files.move(temporary, directory.resolve(STATE), StandardCopyOption.ATOMIC_MOVE);
            RegistryFiles.force(directory);
        } catch (IOException e) {
            throw new UnknownOutcomeException("it is unknown whether the new content is in " + directory, e);
        }
    }

    private static ByteBuffer header(long version, byte[] content) {
        String header =
                String.format("peerlock-file %s %s\n", tag(version), checksum(version, ByteBuffer.wrap(content)));
        return ByteBuffer.wrap(header.getBytes(US_ASCII));
    }

    private static String checksum(long version, ByteBuffer content) {
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
