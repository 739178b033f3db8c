/** The algorithms by name, with their profiles and options. */
@NullMarked
package org.peerlock.algorithm.catalogue;

import org.jspecify.annotations.NullMarked;
