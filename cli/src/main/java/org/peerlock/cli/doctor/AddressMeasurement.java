package org.peerlock.cli.doctor;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a process on this machine would listen.
 *
 * @param problem why it could not find that out; empty if it could. The next ones are empty then
 * @param listenHost empty for all interfaces
 * @param firstPort 0 for any free port
 * @param lastPort the last port of the range
 * @param anyPorts the range from which the system takes a free port, such as {@code 32768-60999}; empty if unknown
 * @param advertisedHost where the others would reach it
 * @param advertisedPort the port there; 0 for the one at which it listens
 * @param loopback whether only processes of this machine would reach it
 * @param encrypted whether it would encrypt
 * @param port whether a port is free
 * @param portProblem why not
 * @param registryHosts the servers of the registry
 * @param refusals why it would not connect with members, by their ids
 */
record AddressMeasurement(
        String problem,
        String listenHost,
        int firstPort,
        int lastPort,
        String anyPorts,
        String advertisedHost,
        int advertisedPort,
        boolean loopback,
        boolean encrypted,
        Port port,
        String portProblem,
        List<String> registryHosts,
        SortedMap<String, String> refusals) {

    enum Port {
        FREE,
        /** Processes listen at all of them. */
        IN_USE,
        /** The address is none of this machine, or the user may not use the port. */
        REFUSED
    }

    static AddressMeasurement failed(String problem, List<String> registryHosts) {
        return new AddressMeasurement(
                problem, "", 0, 0, "", "", 0, false, false, Port.FREE, "", registryHosts, new TreeMap<>());
    }

    /** The ports at which it may listen, for people. */
    String ports() {
        if (firstPort == 0) {
            return anyPorts.isEmpty() ? "any" : anyPorts;
        }
        return firstPort == lastPort ? Integer.toString(firstPort) : firstPort + "-" + lastPort;
    }

    /** The ports at which the others reach it. */
    String reachedPorts() {
        return advertisedPort == 0 ? ports() : Integer.toString(advertisedPort);
    }
}
