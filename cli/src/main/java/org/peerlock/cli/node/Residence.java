package org.peerlock.cli.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.peerlock.cli.CommandFailure;
import org.peerlock.cli.Exit;
import org.peerlock.cli.access.Place;

/** The right to be the one resident node of a cluster. It ends with the process, however that ends. */
final class Residence implements AutoCloseable {

    private final Place place;
    private final FileChannel file;

    private Residence(Place place, FileChannel file) {
        this.place = place;
        this.file = file;
    }

    Place place() {
        return place;
    }

    /** @throws CommandFailure if there is a resident node already, or nobody could connect to one there */
    static Residence take(Place place) throws IOException {
        if (place.length() > Place.LONGEST_PATH) {
            throw new CommandFailure(
                    Exit.USAGE,
                    "the path " + place.socket() + " has " + place.length()
                            + " bytes, but that of a Unix-domain socket has " + Place.LONGEST_PATH
                            + " at most; choose a shorter directory with --registry");
        }
        FileChannel file = FileChannel.open(
                place.lock(),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                Token.ownerOnly(place.lock()));
        if (!lock(file)) {
            file.close();
            throw new CommandFailure(
                    Exit.UNAVAILABLE,
                    "there is a resident node at " + place.socket() + " already; use that one, or end it first");
        }
        return new Residence(place, file);
    }

    private static boolean lock(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) { // by this process
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
