/** Exhaustive search of a small system. */
@NullMarked
package org.peerlock.lab.check;

import org.jspecify.annotations.NullMarked;
