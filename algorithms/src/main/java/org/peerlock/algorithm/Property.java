package org.peerlock.algorithm;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A property that an algorithm may claim. */
public enum Property {
    /** Safety: there are never more requests inside than the {@link Capacity} allows. */
    EXCLUSION("exclusion"),
    /** Liveness: if a request waits and no request stays inside for ever, some request enters. */
    PROGRESS("progress"),
    /** Liveness: if no request stays inside for ever, every request that waits enters. */
    NO_STARVATION("no-starvation"),
    /** Fences grow as {@link Capacity} says. */
    FENCE("fence"),
    /** A request that was cancelled never enters, and is eventually withdrawn. */
    WITHDRAWAL("withdrawal"),
    /** No step gets an input that it considers impossible. */
    EXPECTATION("expectation"),
    /**
     * No request enters while another one with a smaller {@linkplain QueuePosition number} waits.
     */
    ORDER("order"),
    /** No request enters while another one waits that was made before it, as far as nodes can tell. */
    FIRST_COME("first-come"),
    /** Others enter at most so often between a request of a node and its entry. */
    BYPASS("bypass");

    private final String text;

    Property(String text) {
        this.text = text;
    }

    /** All properties, except those about the order of entries, which few algorithms claim. */
    public static Set<Property> usual() {
        return Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(ORDER, FIRST_COME, BYPASS)));
    }

    @Override
    public String toString() {
        return text;
    }
}
