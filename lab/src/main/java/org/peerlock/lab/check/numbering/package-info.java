/** Where the algorithms have numbers that only grow, so that the checker can take states for one that differ in them only. */
@NullMarked
package org.peerlock.lab.check.numbering;

import org.jspecify.annotations.NullMarked;
