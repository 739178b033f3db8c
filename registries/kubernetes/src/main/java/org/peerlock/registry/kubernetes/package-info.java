/**
 * Keeps the registry of a cluster in a Secret of Kubernetes.
 * {@link org.peerlock.registry.kubernetes.KubernetesRegistryStoreProvider} says how its URLs look.
 */
@NullMarked
package org.peerlock.registry.kubernetes;

import org.jspecify.annotations.NullMarked;
