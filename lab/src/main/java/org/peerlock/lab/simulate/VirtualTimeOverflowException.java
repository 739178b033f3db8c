package org.peerlock.lab.simulate;

/**
 * A run would exceed the range of virtual time: some of its times are too long, or it has too many
 * entries.
 */
public final class VirtualTimeOverflowException extends RuntimeException {

    private static final long serialVersionUID = 1;

    VirtualTimeOverflowException() {
        super("virtual time ends after " + Long.MAX_VALUE / Distribution.UNIT
                + " units, and this run would last longer: use shorter times or fewer entries");
    }
}
