package org.peerlock.cli.resident;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/** Held by the one resident node of a cluster. The system releases it when the process ends, however that happens. */
final class SingleInstanceLock implements AutoCloseable {

    private final ResidentFiles residentFiles;
    private final FileChannel file;

    private SingleInstanceLock(ResidentFiles residentFiles, FileChannel file) {
        this.residentFiles = residentFiles;
        this.file = file;
    }

    ResidentFiles residentFiles() {
        return residentFiles;
    }

    /** @throws CommandException if a resident node runs already, or the path of its socket would be too long */
    static SingleInstanceLock acquire(ResidentFiles residentFiles) throws IOException {
        if (residentFiles.socketPathBytes() > ResidentFiles.MAX_SOCKET_PATH_BYTES) {
            throw new CommandException(
                    Exit.USAGE,
                    "the path " + residentFiles.socket() + " has " + residentFiles.socketPathBytes()
                            + " bytes, but the path of a Unix-domain socket may have only "
                            + ResidentFiles.MAX_SOCKET_PATH_BYTES + "; choose a shorter directory with --registry");
        }
        FileChannel file = FileChannel.open(
                residentFiles.lock(),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                BearerToken.ownerOnly(residentFiles.lock()));
        if (!lock(file)) {
            file.close();
            throw new CommandException(
                    Exit.UNAVAILABLE,
                    "a resident node is running at " + residentFiles.socket()
                            + " already; use that one, or stop it first");
        }
        return new SingleInstanceLock(residentFiles, file);
    }

    private static boolean lock(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) { // this process holds it
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
