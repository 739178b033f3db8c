/** Registries that the library brings: files on a local disk, with proofs of process death. */
@NullMarked
package org.peerlock.internal.registry;

import org.jspecify.annotations.NullMarked;
