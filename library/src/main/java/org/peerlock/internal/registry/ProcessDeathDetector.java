package org.peerlock.internal.registry;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.peerlock.registry.DeathDetector;

/**
 * Proves the death of members that run on this machine, by a {@link MemberFile} for each of them.
 * The files are in one directory, beside those of a {@link FileRegistryStore}, and are named by the
 * members' ids.
 */
public final class ProcessDeathDetector implements DeathDetector {

    private static final String NAMES = "[0-9a-f]".repeat(32);

    private final Path directory;
    private final ProcessTable processTable;
    /** The files of the members of this process that use this object. */
    private final Map<String, MemberFile> own = new ConcurrentHashMap<>();
    /** Files of living members may be missing, because the directory was deleted. */
    private volatile boolean filesMayBeMissing;

    /** Creates the directory if there is none. */
    public ProcessDeathDetector(Path directory) throws IOException {
        this(directory, ProcessTable.OF_THIS_MACHINE);
    }

    ProcessDeathDetector(Path directory, ProcessTable processTable) throws IOException {
        this.directory = RegistryFiles.make(directory);
        this.processTable = processTable;
    }

    @Override
    public void register(String member, Duration lease) throws IOException {
        if (!own.containsKey(member)) {
            own.put(member, create(member, lease));
        }
    }

    MemberFile create(String member, Duration lease) throws IOException {
        return MemberFile.create(file(member), lease, processTable);
    }

    /**
     * The registry has a content, so it has members. If it is empty later, somebody deleted it, and
     * member files may be missing, too: {@link #longestLease} is never zero again.
     */
    void onRegistrySeen() {
        filesMayBeMissing = true;
    }

    /** The directory was deleted and created again: creates the files of this process's members again. */
    void restore() throws IOException {
        filesMayBeMissing = true;
        for (Map.Entry<String, MemberFile> entry : own.entrySet()) {
            if (!Files.exists(file(entry.getKey()))) {
                entry.getValue().close();
                entry.setValue(create(entry.getKey(), entry.getValue().lease()));
            }
        }
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

    /** Deletes the files of members that are certainly dead, and no others. */
    @Override
    public void forget(Set<String> members) throws IOException {
        for (String member : members) {
            if (isDead(member)) {
                Files.deleteIfExists(file(member));
            }
        }
    }

    /**
     * Zero if every member that has a file is certainly dead, and no file is missing. Files that do
     * not say a lease are of members that have not joined yet, or that ran before a restart of the
     * machine: nobody has to wait for these, but it is not certain that there are no others.
     *
     * @throws java.nio.file.AccessDeniedException if there is a file of another user
     */
    @Override
    public Optional<Duration> longestLease() throws IOException {
        boolean certain = !filesMayBeMissing;
        Duration longest = Duration.ZERO;
        for (String member : all()) {
            if (!isDead(member)) {
                Optional<Duration> lease = leaseOf(member);
                certain &= lease.isPresent();
                if (lease.isPresent() && lease.get().compareTo(longest) > 0) {
                    longest = lease.get();
                }
            }
        }
        return certain || !longest.isZero() ? Optional.of(longest) : Optional.empty();
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

    /** Only a regular file proves anything; opening a pipe could block for ever. */
    private boolean isDead(String member) throws IOException {
        Path file = file(member);
        return Files.isRegularFile(file) && MemberFile.provesDeath(file, processTable);
    }

    private Optional<Duration> leaseOf(String member) throws IOException {
        Path file = file(member);
        return Files.isRegularFile(file) ? MemberFile.lease(file) : Optional.empty();
    }

    private Path file(String member) {
        return directory.resolve(member);
    }
}
