/** The locks of one node: its holders, its waiters, and the algorithms that decide which node may enter. */
@NullMarked
package org.peerlock.internal.engine.locks;

import org.jspecify.annotations.NullMarked;
