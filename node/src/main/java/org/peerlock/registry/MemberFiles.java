package org.peerlock.registry;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.peerlock.brain.registry.Incarnation;

/**
 * The {@link MemberFile}s of all nodes that use one directory, each named after its incarnation. Other files may be there, too;
 * those of a {@link FileCell} are meant to.
 */
public final class MemberFiles implements Witness {

    private static final String NAMES = "[0-9a-f]".repeat(32);

    private final Path directory;
    private final Processes processes;
    /** Of the nodes in this process that go through this object. */
    private final Map<Incarnation, MemberFile> own = new ConcurrentHashMap<>();

    /** Makes the directory if there is none. */
    public MemberFiles(Path directory) throws IOException {
        this(directory, Processes.OF_THIS_MACHINE);
    }

    MemberFiles(Path directory, Processes processes) throws IOException {
        this.directory = FileSystems.make(directory);
        this.processes = processes;
    }

    /** Of a member without a file nobody knows that it lives. */
    @Override
    public void enter(Incarnation node) throws IOException {
        if (!own.containsKey(node)) {
            own.put(node, create(node));
        }
    }

    MemberFile create(Incarnation incarnation) throws IOException {
        return MemberFile.create(file(incarnation), processes);
    }

    @Override
    public void leave(Incarnation node) throws IOException {
        MemberFile file = own.remove(node);
        if (file != null) {
            file.close();
        }
    }

    @Override
    public SortedSet<Incarnation> dead() throws IOException {
        SortedSet<Incarnation> dead = new TreeSet<>();
        for (Incarnation incarnation : all()) {
            if (isDead(incarnation)) {
                dead.add(incarnation);
            }
        }
        return Collections.unmodifiableSortedSet(dead);
    }

    /** Deletes the files of those who are certainly dead, and of no others. They are no proof for anybody any more. */
    @Override
    public void forget(SortedSet<Incarnation> incarnations) throws IOException {
        for (Incarnation incarnation : incarnations) {
            if (isDead(incarnation)) {
                Files.deleteIfExists(file(incarnation));
            }
        }
    }

    /** Whether every node that has a file is certainly dead. */
    @Override
    public boolean nobodyIsThere() throws IOException {
        return dead().containsAll(all());
    }

    private SortedSet<Incarnation> all() throws IOException {
        SortedSet<Incarnation> all = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NAMES)) {
            for (Path file : files) {
                all.add(Incarnation.parse(file.getFileName().toString()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** What is no file of ours, whatever its name, proves nothing; to open a pipe could take for ever. */
    private boolean isDead(Incarnation incarnation) throws IOException {
        Path file = file(incarnation);
        return Files.isRegularFile(file) && MemberFile.provesDeath(file, processes);
    }

    private Path file(Incarnation incarnation) {
        return directory.resolve(incarnation.toString());
    }
}
