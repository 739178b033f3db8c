package org.peerlock.internal.registry;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import org.peerlock.internal.os.CurrentUser;

/**
 * Refuses directories with which another user of the machine could interfere. Such a user could read
 * the secret of the registry, change its files, or make its path lead elsewhere between two joins, so
 * that processes with the same path are in different clusters.
 *
 * <p>Where the system has no owners and modes of POSIX, nothing is refused.
 */
public final class PrivateDirectory {

    private static final int READ_BY_OTHERS = 0044;
    private static final int WRITE_BY_OTHERS = 0022;
    private static final int ALL_OF_OTHERS = 0077;
    private static final int STICKY = 01000;
    private static final int MOST_LINKS = 40;

    private final OptionalInt user;
    private final int ownerOfRoot;

    private PrivateDirectory(OptionalInt user, Path root) throws IOException {
        this.user = user;
        ownerOfRoot = owner(root);
    }

    /**
     * Requires that the directory belongs to the user of this process, that no other user may list it
     * or write to it, and that its {@linkplain #requirePath path} is safe.
     *
     * @throws IOException if it is not so, with a sentence that names the directory and the remedy
     */
    public static void require(Path directory) throws IOException {
        requirePath(directory);
        if (isPosix(directory)) {
            Path real = directory.toRealPath();
            requireOwner(real, CurrentUser.id());
            requireUnshared(real);
        }
    }

    /**
     * Whether only the user of this process can read and write the file, which is neither a symbolic link nor a pipe.
     *
     * @throws IOException if there is no such file
     */
    public static boolean isPrivateFile(Path file) throws IOException {
        if (!isPosix(file)) {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        }
        int owner = owner(file);
        return owner == CurrentUser.id().orElse(owner)
                && (mode(file) & ALL_OF_OTHERS) == 0
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Requires that no other user can make the path lead elsewhere. Every directory on the way, and on
     * the way of every symbolic link, must belong to this user or to root, and only they may write to
     * it; or it is sticky, as {@code /tmp} is, and the next entry belongs to one of them. What does
     * not exist yet is not looked at.
     *
     * <p>The owner of {@code /} counts as root: in a user namespace, root may have another number.
     */
    static void requirePath(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        Path root = absolute.getRoot();
        if (isPosix(absolute) && root != null) {
            new PrivateDirectory(CurrentUser.id(), root).walk(root, absolute);
        }
    }

    static void requireOwner(Path path, OptionalInt user) throws IOException {
        if (isPosix(path) && user.isPresent() && owner(path) != user.getAsInt()) {
            throw new IOException(path + " belongs to " + Files.getOwner(path)
                    + ", another user, who could read and change the registry; use a directory of your own, or run"
                    + " this process as that user");
        }
    }

    /** @throws IOException if users other than the owner may list the directory or write to it */
    private static void requireUnshared(Path realDirectory) throws IOException {
        if ((mode(realDirectory) & (READ_BY_OTHERS | WRITE_BY_OTHERS)) != 0) {
            throw new IOException("other users may list " + realDirectory
                    + " or write to it, and so take part in the cluster; run: chmod 700 " + realDirectory);
        }
    }

    private void walk(Path root, Path absolute) throws IOException {
        Deque<Path> names = new ArrayDeque<>();
        prepend(names, absolute);
        Path reached = root;
        int links = 0;
        while (!names.isEmpty()) {
            Path next =
                    reached.resolve(names.removeFirst()).normalize(); // 'reached' has no links, so '..' is its parent
            if (next.equals(reached) || reached.startsWith(next)) {
                reached = next;
                continue;
            }
            if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            requireFirm(reached, next);
            if (Files.isSymbolicLink(next)) {
                if (++links > MOST_LINKS) {
                    throw new FileSystemLoopException(absolute.toString());
                }
                Path target = Files.readSymbolicLink(next);
                prepend(names, target);
                reached = target.isAbsolute() ? root : reached;
            } else {
                requireTrustedOwner(next);
                reached = next;
            }
        }
    }

    private static void prepend(Deque<Path> names, Path path) {
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            names.addFirst(path.getName(i));
        }
    }

    /** Requires that no other user can replace the entry of the directory. */
    private void requireFirm(Path directory, Path entry) throws IOException {
        int mode = mode(directory);
        if ((mode & WRITE_BY_OTHERS) == 0) {
            return;
        }
        if ((mode & STICKY) == 0) {
            throw new IOException("other users may write to " + directory
                    + ", and so put another directory in place of " + entry + "; run: chmod go-w " + directory);
        }
        requireTrustedOwner(entry);
    }

    private void requireTrustedOwner(Path entry) throws IOException {
        int owner = owner(entry);
        if (user.isPresent() && owner != user.getAsInt() && owner != CurrentUser.ROOT && owner != ownerOfRoot) {
            throw new IOException(entry + " belongs to " + Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS)
                    + ", another user, who could make it lead to another registry;"
                    + " use a directory in which only you and root can replace anything on its path");
        }
    }

    private static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
