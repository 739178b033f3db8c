package org.peerlock.internal.engine.membership;

import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;

/** What a node keeps from one {@link MembershipSession} to the next. */
public record EngineContext(
        NodeSettings settings, GrantGates gates, LockTable locks, EngineEffects effects, EngineCounters counters) {}
