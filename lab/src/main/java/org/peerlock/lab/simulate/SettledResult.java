package org.peerlock.lab.simulate;

/**
 * What came of a run that was left alone at its end, until all was quiet.
 *
 * @param run what was measured, and what went wrong
 * @param faults how many there were
 */
public record SettledResult(Measurements run, long faults) {}
