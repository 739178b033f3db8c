package org.peerlock.bench.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.peerlock.bench.process.Host;
import org.peerlock.bench.storm.StormEnvironment;

/** Hosts on which the processes run a {@link BrokenBuild}. */
final class BrokenHosts implements StormEnvironment {

    private final StormEnvironment sound;
    private final BrokenBuild build;
    private final Path classes;
    private int started;

    /**
     * @param sound the hosts, which are closed with this
     * @param classes the directory with the compiled classes of the build
     */
    BrokenHosts(StormEnvironment sound, BrokenBuild build, Path classes) {
        this.sound = sound;
        this.build = build;
        this.classes = classes;
    }

    @Override
    public String registry() {
        started++;
        boolean another = build == BrokenBuild.TWO_REGISTRIES && started % 2 == 0;
        return sound.registry() + (another ? "-2" : "");
    }

    @Override
    public Host host(int process) {
        return sound.host(process).withClasses(classes);
    }

    @Override
    public List<Attack> attacks(Lock undisturbed, SplittableRandom random, Consumer<String> progress)
            throws IOException {
        return sound.attacks(undisturbed, random, progress);
    }

    @Override
    public void close() throws IOException {
        sound.close();
    }
}
