/** The message cost of the algorithms with more nodes than one machine can run, by simulation. */
@NullMarked
package org.peerlock.bench.scale;

import org.jspecify.annotations.NullMarked;
