package org.peerlock.algorithm;

/**
 * A wish to enter.
 *
 * @param id names the request at its node
 * @param mode alone, or together with others
 * @param permits how many of a semaphore's permits are wanted; 1 otherwise
 * @param increment by how much the request's number is to exceed the greatest known one: 1, or with
 *     {@link Profile#increments()} a number that the driver drew (Ricart and Agrawala 1981, section 6.5)
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

    /** To be inside alone. */
    public static Request exclusive(long id) {
        return new Request(id, Mode.EXCLUSIVE, 1, 1);
    }

    /** To be inside together with other shared requests: a reader. */
    public static Request shared(long id) {
        return new Request(id, Mode.SHARED, 1, 1);
    }

    /** To have some of the permits of a semaphore. */
    public static Request permits(long id, int permits) {
        return new Request(id, Mode.SHARED, permits, 1);
    }
}
