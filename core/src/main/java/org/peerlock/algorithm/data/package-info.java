/** Immutable collections of nodes: compared by value, and always iterated in ascending order. */
@NullMarked
package org.peerlock.algorithm.data;

import org.jspecify.annotations.NullMarked;
