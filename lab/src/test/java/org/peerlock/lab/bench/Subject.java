package org.peerlock.lab.bench;

/**
 * An algorithm of the catalogue that is searched on an unordered network for all that it claims.
 *
 * @param entries how often each node enters
 */
record Subject(String id, int nodes, int entries, int threads) {

    Subject by(int more) {
        return new Subject(id, nodes, entries, more);
    }

    static Subject of(String... words) {
        return new Subject(
                words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    }

    /** The arguments that {@link #of} parses. */
    String[] words() {
        return new String[] {id, Integer.toString(nodes), Integer.toString(entries), Integer.toString(threads)};
    }

    @Override
    public String toString() {
        return "%s, N=%d, %d %s".formatted(id, nodes, entries, entries == 1 ? "entry" : "entries");
    }
}
