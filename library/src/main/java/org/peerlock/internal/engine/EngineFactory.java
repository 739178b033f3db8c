package org.peerlock.internal.engine;

import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.membership.MembershipFactory;

/**
 * Creates the components of a {@link NodeEngine}. Tests override it to create an engine in which one rule is broken, and check
 * that the simulation notices.
 */
public class EngineFactory {

    public GrantGates gates() {
        return new GrantGates();
    }

    public LockTable lockTable(EngineContext context) {
        return new LockTable(context);
    }

    public MembershipFactory membership() {
        return new MembershipFactory();
    }
}
