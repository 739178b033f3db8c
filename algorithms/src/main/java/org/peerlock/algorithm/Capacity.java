package org.peerlock.algorithm;

/**
 * How many may be inside at once: the weights of all requests inside never add up to more than {@code permits}.
 *
 * <p>One rule serves the three kinds of locks. An exclusive request weighs all permits, so it is alone; a shared one weighs
 * the permits it asked for. A {@linkplain #mutex() mutex} has one permit, a {@linkplain #semaphore semaphore} K, a
 * {@linkplain #readWrite() read-write lock} more than there can ever be readers.
 *
 * <p>Fences: under a mutex they grow strictly from entry to entry. Under a read-write lock they grow strictly from writer to
 * writer, and a reader's is at least that of every writer before it. Under a semaphore holders overlap and have no order, so
 * all get the fence that the group {@linkplain Start#fence() started} with.
 */
public record Capacity(Kind kind, int permits) {

    /** The kind of lock that an algorithm serves. */
    public enum Kind {
        /** One inside. */
        MUTEX,
        /** One writer, or any number of readers. */
        READ_WRITE,
        /** As many as the permits allow. */
        SEMAPHORE
    }

    private static final Capacity MUTEX = new Capacity(Kind.MUTEX, 1);
    private static final Capacity READ_WRITE = new Capacity(Kind.READ_WRITE, Integer.MAX_VALUE);

    public Capacity {
        if (permits < 1) {
            throw new IllegalArgumentException("a lock needs at least 1 permit, not " + permits);
        }
    }

    public static Capacity mutex() {
        return MUTEX;
    }

    public static Capacity readWrite() {
        return READ_WRITE;
    }

    public static Capacity semaphore(int permits) {
        return new Capacity(Kind.SEMAPHORE, permits);
    }

    /** For a sentence. */
    public String inWords() {
        return switch (kind) {
            case MUTEX -> "an exclusive lock";
            case READ_WRITE -> "a read-write lock";
            case SEMAPHORE -> "a semaphore of " + permits + " permits";
        };
    }

    /** What the request takes of the permits while it is inside. */
    public int weight(Request request) {
        return request.mode() == Mode.EXCLUSIVE ? permits : request.permits();
    }

    /** Whether a request may enter with a fence, where {@code last} is the greatest one given to an exclusive request. */
    public boolean mayFollow(Request request, long fence, long last) {
        return switch (kind) {
            case MUTEX -> fence > last;
            case READ_WRITE -> request.mode() == Mode.EXCLUSIVE ? fence > last : fence >= last;
            case SEMAPHORE -> fence == last;
        };
    }

    /** The fence of the next entry, where {@code greatest} is the greatest one known. */
    public long fenceAfter(long greatest) {
        return kind == Kind.SEMAPHORE ? greatest : greatest + 1;
    }
}
