package org.peerlock.internal.engine.effects;

/**
 * A hold that was lost.
 *
 * @param lock the name of the lock
 * @param fence the fence with which it was held
 */
public record LostHold(String lock, long fence) {}
