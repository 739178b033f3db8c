/** Algorithms in which a node enters once enough others have given it their permission. */
@NullMarked
package org.peerlock.algorithm.permission;

import org.jspecify.annotations.NullMarked;
