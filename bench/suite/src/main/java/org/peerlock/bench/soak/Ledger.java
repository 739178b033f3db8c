package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All that the processes of a soak share, in one file. */
final class Ledger {

    /** How many processes there are at a time. */
    static final int NODES = 3;
    /** How many exclusive locks there are besides the hot one. */
    static final int NAMES = 8;

    static final int PERMITS = 3;

    /** Words of different places are that far apart, so that processors do not hinder each other. */
    private static final int LINE = 8;

    private static final int LIVES = Count.values().length;
    private static final int READERS = line(LIVES + NODES);
    private static final int HOLDERS = READERS + LINE;
    private static final int COPIES = HOLDERS + LINE;
    private static final int COUNTERS = COPIES + line(GuardedCopies.SIZE);
    private static final int SIZE = COUNTERS + (1 + NAMES) * LINE;

    private final Words words;
    private final Lives lives;
    private final Room readers;
    private final Room holders;
    private final GuardedCopies copies;
    private final GuardedPermits permits;
    private final List<GuardedCounter> counters = new ArrayList<>();

    private Ledger(Words words, Consumer<Finding> findings) {
        this.words = words;
        lives = new Lives(words, LIVES, NODES);
        readers = new Room(words, READERS, lives);
        holders = new Room(words, HOLDERS, lives);
        copies = new GuardedCopies(words, COPIES, lives, readers, findings);
        permits = new GuardedPermits(holders, PERMITS, findings);
        for (int i = 0; i < 1 + NAMES; i++) {
            counters.add(new GuardedCounter(words, COUNTERS + i * LINE, lives, findings));
        }
    }

    private static int line(int words) {
        return (words + LINE - 1) / LINE * LINE;
    }

    /** @param findings is told what is wrong, as soon as this process sees it */
    static Ledger open(Path file, Consumer<Finding> findings) throws IOException {
        return new Ledger(Words.open(file, SIZE), findings);
    }

    /** Under the hot lock. */
    GuardedCounter hot() {
        return counters.get(0);
    }

    /** Under one of the others, from 0. */
    GuardedCounter name(int number) {
        return counters.get(1 + number);
    }

    GuardedCopies copies() {
        return copies;
    }

    GuardedPermits permits() {
        return permits;
    }

    @SuppressWarnings("EnumOrdinal") // the file is not older than the processes that read it
    private static int word(Count what) {
        return what.ordinal();
    }

    void count(Count what) {
        words.add(word(what), 1);
    }

    Map<Count, Long> counts() {
        Map<Count, Long> counts = new EnumMap<>(Count.class);
        for (Count each : Count.values()) {
            counts.put(each, words.get(word(each)));
        }
        return counts;
    }

    /** The process of this node is going to be killed. */
    void condemn(int node) {
        lives.condemn(node);
    }

    /** A process is going to be started at this node, and the one before, if there was one, is dead. */
    void begin(int node, long life) {
        readers.clear(node);
        holders.clear(node);
        lives.begin(node, life);
    }
}
