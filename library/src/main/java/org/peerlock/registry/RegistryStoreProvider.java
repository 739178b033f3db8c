package org.peerlock.registry;

import java.io.IOException;
import java.util.Set;

/**
 * Opens stores of one kind by their URLs. {@link RegistryStores} finds providers by
 * {@link java.util.ServiceLoader}.
 */
public interface RegistryStoreProvider {

    /** The schemes of the URLs that it opens, in lower case, without a colon: {@code etcd}. */
    Set<String> schemes();

    /**
     * Opens the store of a cluster's registry. It need not connect yet; but what is certainly wrong
     * should fail here, with a sentence that says what to do.
     *
     * @param url begins with one of the {@link #schemes}, and a colon
     * @param cluster the name of the cluster: letters, digits, {@code .}, {@code _} and {@code -}.
     *     One URL may serve many clusters
     * @throws IllegalArgumentException if the URL cannot be understood; the message does not repeat
     *     what may be a secret
     * @throws IOException if the store cannot be opened now
     */
    RegistryStore open(String url, String cluster) throws IOException;
}
