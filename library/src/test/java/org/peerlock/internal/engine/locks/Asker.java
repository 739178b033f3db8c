package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.List;

/** A waiter that notes what it is told. */
final class Asker implements Waiter {

    private final String label;
    final List<Hold> grants = new ArrayList<>();
    final List<String> refusals = new ArrayList<>();
    /** Whether it does not take what it is offered any more. */
    boolean gone;

    Asker(String label) {
        this.label = label;
    }

    boolean granted() {
        return !grants.isEmpty();
    }

    /** Its only grant. */
    Hold grant() {
        if (grants.size() != 1) {
            throw new AssertionError(label + " has " + grants);
        }
        return grants.get(0);
    }

    @Override
    public boolean offer(Hold hold) {
        return !gone && grants.add(hold);
    }

    @Override
    public void refuse(String reason) {
        refusals.add(reason);
    }

    @Override
    public String label() {
        return label;
    }
}
