/**
 * State-space reduction for the algorithms of the catalogue: which numbers only grow, so that
 * states that differ only in their growth are equivalent, and which permutations of nodes are
 * symmetries.
 */
@NullMarked
package org.peerlock.lab.check.numbering;

import org.jspecify.annotations.NullMarked;
