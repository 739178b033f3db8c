package org.peerlock.schedule;

import java.util.List;

/** Some threads that race, and what must hold afterwards. A new object is made for each schedule. */
public interface Race {

    /** A thread of a race. */
    interface Actor {
        void act() throws Exception;
    }

    /** The threads; they start when the race has been made. */
    List<Actor> actors();

    /** All threads wait for something: time passes. */
    void onAllWait();

    /**
     * Called when all threads have ended.
     *
     * @return what has happened, in a word or two: a test demands that every outcome it expects occurs
     * @throws Exception if something happened that must not happen
     */
    String judge() throws Exception;
}
