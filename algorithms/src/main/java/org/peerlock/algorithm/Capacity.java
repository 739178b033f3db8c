package org.peerlock.algorithm;

/**
 * How many requests may be inside at once: their weights never add up to more than {@code permits}.
 *
 * <p>One rule covers the three kinds of locks. An exclusive request weighs all permits, so it is
 * alone; a shared one weighs the permits that it asked for. A {@linkplain #mutex() mutex} has one
 * permit, a {@linkplain #semaphore semaphore} K, a {@linkplain #readWrite() read-write lock} more
 * than there can ever be readers.
 *
 * <p>Fences (fencing tokens): under a mutex they grow strictly from entry to entry. Under a
 * read-write lock they grow strictly from writer to writer, and a reader's fence is at least that
 * of every writer before it. Under a semaphore holders overlap and have no order, so all get the
 * fence that the group {@linkplain Start#fence() started} with.
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

    /** The lock in words, for a message: "an exclusive lock". */
    public String inWords() {
        return switch (kind) {
            case MUTEX -> "an exclusive lock";
            case READ_WRITE -> "a read-write lock";
            case SEMAPHORE -> "a semaphore of " + permits + " permits";
        };
    }

    /** How many permits the request takes while it is inside. */
    public int weight(Request request) {
        return request.mode() == Mode.EXCLUSIVE ? permits : request.permits();
    }

    /**
     * Whether a request may enter with this fence, if {@code last} is the greatest one given to an
     * exclusive request.
     */
    public boolean mayFollow(Request request, long fence, long last) {
        return switch (kind) {
            case MUTEX -> fence > last;
            case READ_WRITE -> request.mode() == Mode.EXCLUSIVE ? fence > last : fence >= last;
            case SEMAPHORE -> fence == last;
        };
    }

    /** The fence of the next entry, if {@code greatest} is the greatest one known. */
    public long fenceAfter(long greatest) {
        return kind == Kind.SEMAPHORE ? greatest : greatest + 1;
    }
}
