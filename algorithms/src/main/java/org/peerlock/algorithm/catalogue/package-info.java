/** The algorithms by name, with what each assumes, claims and costs. */
@NullMarked
package org.peerlock.algorithm.catalogue;

import org.jspecify.annotations.NullMarked;
