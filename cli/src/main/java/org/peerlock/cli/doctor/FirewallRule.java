package org.peerlock.cli.doctor;

/**
 * TCP connections that must be possible.
 *
 * @param ports a port, a range, or words
 * @param purpose what connects
 */
record FirewallRule(String from, String to, String ports, String purpose) {}
