package org.peerlock.internal.registry;

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
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.registry.DeathDetector;

/**
 * The {@link MemberFile}s of all nodes that use one directory, each named after its incarnation. Other files may be there, too;
 * those of a {@link FileRegistryStore} are meant to.
 */
public final class ProcessDeathDetector implements DeathDetector {

    private static final String NAMES = "[0-9a-f]".repeat(32);

    private final Path directory;
    private final ProcessTable processTable;
    /** Of the nodes in this process that go through this object. */
    private final Map<Incarnation, MemberFile> own = new ConcurrentHashMap<>();

    /** Makes the directory if there is none. */
    public ProcessDeathDetector(Path directory) throws IOException {
        this(directory, ProcessTable.OF_THIS_MACHINE);
    }

    ProcessDeathDetector(Path directory, ProcessTable processTable) throws IOException {
        this.directory = RegistryFiles.make(directory);
        this.processTable = processTable;
    }

    /** Of a member without a file nobody knows that it lives. */
    @Override
    public void register(Incarnation node) throws IOException {
        if (!own.containsKey(node)) {
            own.put(node, create(node));
        }
    }

    MemberFile create(Incarnation incarnation) throws IOException {
        return MemberFile.create(file(incarnation), processTable);
    }

    @Override
    public void unregister(Incarnation node) throws IOException {
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
    public boolean noneAlive() throws IOException {
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
        return Files.isRegularFile(file) && MemberFile.provesDeath(file, processTable);
    }

    private Path file(Incarnation incarnation) {
        return directory.resolve(incarnation.toString());
    }
}
