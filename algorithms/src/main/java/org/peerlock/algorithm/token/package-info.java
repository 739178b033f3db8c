/** Algorithms in which the node that has the token may enter. */
@NullMarked
package org.peerlock.algorithm.token;

import org.jspecify.annotations.NullMarked;
