/**
 * The service provider interface for registries: where the processes of a cluster keep the list of
 * their members.
 *
 * <p>Most applications need nothing of it. Implement {@link org.peerlock.registry.RegistryStore} to
 * keep the registry in a database or another store of your own, and pass it to
 * {@code PeerlockBuilder.registry}.
 */
@NullMarked
package org.peerlock.registry;

import org.jspecify.annotations.NullMarked;
