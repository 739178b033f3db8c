package org.peerlock.internal.registry;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What files and directories of a registry have in common: where they may be, who may use them, when they last. */
final class RegistryFiles {

    /** As the operating system calls them. What machines share with their virtual machines counts, too. */
    private static final Pattern SHARED = Pattern.compile(
            "9p|acfs|afpfs|afs|beegfs|ceph|cifs|coda|cvfs|davfs|drvfs|fhgfs|gfs2?|glusterfs|gpfs|lustre|ncp(fs)?"
                    + "|nfs[34]?|ocfs2|orangefs|panfs|prl_fs|pvfs2|smb(fs|2|3)?|vboxsf|virtiofs|vmhgfs|webdav(fs)?");

    /** Of those that a program serves, the ones that are known to have all their files on this machine. */
    private static final Set<String> SERVED_LOCALLY = Set.of("fuse.fuse-overlayfs");

    private RegistryFiles() {}

    /**
     * Whether several machines may use it at once. One that a program serves may be anything, and is taken for shared unless
     * it is known better: a refusal costs the choice of another directory, a mistake the exclusion. {@code fuseblk} is a disk.
     */
    static boolean overNetwork(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        boolean served = name.equals("fuse") || name.startsWith("fuse.") || name.endsWith("fuse");
        return SHARED.matcher(name).matches() || (served && !SERVED_LOCALLY.contains(name));
    }

    /** Whether the root of a path names another machine, as Windows writes it; the type there is that of the other's disk. */
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
     * Makes the directory, if there is none, so that it lasts.
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

    /** For new files: nobody else may read or lock them, where the system knows such permissions. */
    static FileAttribute<?>[] ownerOnly(Path path) {
        return ownerOnly(path, "rw-------");
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Lets last which files are in the directory. Elsewhere than on POSIX systems a directory cannot be opened for that. */
    static void force(Path directory) throws IOException {
        if (isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
