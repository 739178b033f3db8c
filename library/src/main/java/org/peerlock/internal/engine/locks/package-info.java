/** The locks of one node: who holds them here, who waits here, and the algorithms that decide which node may enter. */
@NullMarked
package org.peerlock.internal.engine.locks;

import org.jspecify.annotations.NullMarked;
