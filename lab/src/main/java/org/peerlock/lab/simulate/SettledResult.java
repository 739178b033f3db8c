package org.peerlock.lab.simulate;

/**
 * The result of a run with a second phase without new requests.
 *
 * @param run the measurements, and the violation if there is one
 * @param faults the number of faults
 */
public record SettledResult(Measurements run, long faults) {}
