package org.peerlock.cli.doctor;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the registry.
 *
 * @param registry where it is, without secrets
 * @param content what a read has found
 * @param problem why it could not be read or understood; empty if it could
 * @param nodeProblem why a process on this machine could not use it, although it can be read; empty if nothing is known
 * @param versionProblem why this version of the library cannot take part in the cluster; empty if it can
 * @param firstReadMillis with the time to connect
 * @param readMillis each of some further reads
 * @param settings of the engine, about keeping acknowledged writes
 * @param durability what they mean; empty if the engine could not be asked
 * @param durabilityProblem why it could not
 * @param members how many are registered
 * @param writes what came of test writes to another record; null if none were made
 */
record RegistryMeasurement(
        String registry,
        Content content,
        String problem,
        String nodeProblem,
        String versionProblem,
        double firstReadMillis,
        List<Double> readMillis,
        Map<String, String> settings,
        String durability,
        String durabilityProblem,
        int members,
        @Nullable Writes writes) {

    /** What the registry holds. */
    enum Content {
        CLUSTER,
        /** Nobody has joined the cluster. */
        NOTHING,
        /** A cluster of another name. */
        OTHER_CLUSTER,
        DAMAGED,
        /** It cannot be read. */
        UNKNOWN
    }

    /**
     * Test writes.
     *
     * @param slowestMillis 99 of 100 took no longer
     * @param problems in sentences
     */
    record Writes(double medianMillis, double slowestMillis, List<String> problems) {}
}
