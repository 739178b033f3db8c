package org.peerlock.algorithm;

/**
 * A request of an application to enter the critical section.
 *
 * @param id identifies the request at its node
 * @param mode exclusive or shared
 * @param permits how many of a semaphore's permits it takes; 1 for other locks
 * @param increment by how much the request's number exceeds the greatest known one: 1, or with
 *     {@link Profile#increments()} a number that the driver drew (Ricart and Agrawala 1981, section
 *     6.5)
 */
public record Request(long id, Mode mode, int permits, int increment) {

    public Request {
        if (permits < 1) {
            throw new IllegalArgumentException("a request needs at least 1 permit, not " + permits);
        }
        if (increment < 1) {
            throw new IllegalArgumentException("an increment must be at least 1, not " + increment);
        }
    }

    /** A request to be inside alone. */
    public static Request exclusive(long id) {
        return new Request(id, Mode.EXCLUSIVE, 1, 1);
    }

    /** A request to be inside together with other shared requests: a reader. */
    public static Request shared(long id) {
        return new Request(id, Mode.SHARED, 1, 1);
    }

    /** A request for some of the permits of a semaphore. */
    public static Request permits(long id, int permits) {
        return new Request(id, Mode.SHARED, permits, 1);
    }
}
