package org.peerlock.lab.simulate;

/** A run would last longer than virtual time does: some of its times are too long, or it has too many entries. */
public final class VirtualTimeOverflowException extends RuntimeException {

    private static final long serialVersionUID = 1;

    VirtualTimeOverflowException() {
        super("virtual time ends after " + Long.MAX_VALUE / Distribution.UNIT
                + " units, and this would last longer: take shorter times, or fewer entries");
    }
}
