package org.peerlock.registry;

import java.io.IOException;

/**
 * Opens the store of a cluster's registry, for an application that sets it up in code, for example
 * with a {@code DataSource} of its own. {@code PeerlockBuilder.registry} takes it, and gives it the
 * name of the cluster.
 */
@FunctionalInterface
public interface RegistryStoreFactory {

    /**
     * Opens the store of a cluster's registry. It need not connect yet. Each node opens a store of
     * its own, and closes it.
     *
     * @param cluster the name of the cluster: letters, digits, {@code .}, {@code _} and {@code -}
     * @throws IOException if the store cannot be opened now
     */
    RegistryStore open(String cluster) throws IOException;
}
