package org.peerlock.internal.registry;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Map<String, MemberFile> own = new ConcurrentHashMap<>();

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
    public void register(String member) throws IOException {
        if (!own.containsKey(member)) {
            own.put(member, create(member));
        }
    }

    MemberFile create(String member) throws IOException {
        return MemberFile.create(file(member), processTable);
    }

    @Override
    public void unregister(String member) throws IOException {
        MemberFile file = own.remove(member);
        if (file != null) {
            file.close();
        }
    }

    @Override
    public Set<String> dead() throws IOException {
        Set<String> dead = new TreeSet<>();
        for (String member : all()) {
            if (isDead(member)) {
                dead.add(member);
            }
        }
        return Collections.unmodifiableSet(dead);
    }

    /** Deletes the files of those who are certainly dead, and of no others. They are no proof for anybody any more. */
    @Override
    public void forget(Set<String> members) throws IOException {
        for (String member : members) {
            if (isDead(member)) {
                Files.deleteIfExists(file(member));
            }
        }
    }

    /** Whether every node that has a file is certainly dead. */
    @Override
    public boolean noneAlive() throws IOException {
        return dead().containsAll(all());
    }

    private Set<String> all() throws IOException {
        Set<String> all = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NAMES)) {
            for (Path file : files) {
                all.add(file.getFileName().toString());
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** What is no file of ours, whatever its name, proves nothing; to open a pipe could take for ever. */
    private boolean isDead(String member) throws IOException {
        Path file = file(member);
        return Files.isRegularFile(file) && MemberFile.provesDeath(file, processTable);
    }

    private Path file(String member) {
        return directory.resolve(member);
    }
}
