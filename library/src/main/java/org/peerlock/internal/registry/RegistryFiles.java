package org.peerlock.internal.registry;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Creates files and directories of a registry: on local disks only, for their owner only, and
 * durably.
 */
final class RegistryFiles {

    /**
     * Types of shared file systems, as the operating system names them; those shared with virtual
     * machines count, too.
     */
    private static final Pattern SHARED = Pattern.compile(
            "9p|acfs|afpfs|afs|beegfs|ceph|cifs|coda|cvfs|davfs|drvfs|fhgfs|gfs2?|glusterfs|gpfs|lustre|ncp(fs)?"
                    + "|nfs[34]?|ocfs2|orangefs|panfs|prl_fs|pvfs2|smb(fs|2|3)?|vboxsf|virtiofs|vmhgfs|webdav(fs)?");

    /** FUSE file systems that are known to keep all files on this machine. */
    private static final Set<String> SERVED_LOCALLY = Set.of("fuse.fuse-overlayfs");

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private RegistryFiles() {}

    /**
     * Whether several machines may use it at once. A FUSE file system may be anything, and counts
     * as shared unless it is known not to be: a needless refusal costs the choice of another
     * directory, a mistake costs mutual exclusion. {@code fuseblk} is a disk.
     */
    static boolean overNetwork(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        boolean served = name.equals("fuse") || name.startsWith("fuse.") || name.endsWith("fuse");
        return SHARED.matcher(name).matches() || (served && !SERVED_LOCALLY.contains(name));
    }

    /**
     * Whether a root is a UNC path of Windows. The type of such a file system is that of the remote
     * disk.
     */
    static boolean isRemoteRoot(String root) {
        return root.startsWith("\\\\");
    }

    /** @throws IOException if the directory is not on a disk of this machine */
    static void refuseNetwork(Path realDirectory) throws IOException {
        String type = Files.getFileStore(realDirectory).type();
        if (overNetwork(type) || isRemoteRoot(String.valueOf(realDirectory.getRoot()))) {
            throw new IOException(
                    realDirectory + " is on a file system of type " + type
                            + ", which other machines may share; use a directory on a disk of this machine, or another kind of registry");
        }
    }

    /**
     * Opening a pipe could block for ever, and no interrupt would end it.
     *
     * @throws IOException if there is something at the path that is not a regular file
     */
    static void requireRegular(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + " is not a regular file; no process of Peerlock has made it. Delete it");
        }
    }

    /**
     * Creates the directory durably, if there is none.
     *
     * @return its real path
     */
    static Path make(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        Path there = absolute;
        while (!Files.isDirectory(there) && there.getParent() != null) {
            there = there.getParent();
        }
        Files.createDirectories(absolute, ownerOnly(absolute, "rwx------"));
        for (Path made = absolute; !made.equals(there) && made.getParent() != null; made = made.getParent()) {
            force(made.getParent());
        }
        return absolute.toRealPath();
    }

    /** Identifies a file, whatever path leads to it. */
    static Object key(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key != null ? key : path.toRealPath();
    }

    /**
     * Attributes of new files: only the owner may read or lock them, where the system supports
     * that.
     */
    static FileAttribute<?>[] ownerOnly(Path path) {
        return ownerOnly(path, "rw-------");
    }

    /** Lets only the owner read and write the file. Returns whether others were allowed to before. */
    static boolean restrictToOwner(Path file) throws IOException {
        boolean restricts =
                PrivateDirectory.isPosix(file) && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file));
        if (restricts) {
            Files.setPosixFilePermissions(file, OWNER_ONLY);
        }
        return restricts;
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return PrivateDirectory.isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Forces the directory's entries to the disk. Only on POSIX systems can a directory be opened
     * for that.
     */
    static void force(Path directory) throws IOException {
        if (PrivateDirectory.isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
