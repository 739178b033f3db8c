/** Metrics of Peerlock for Micrometer. */
@NullMarked
package org.peerlock.micrometer;

import org.jspecify.annotations.NullMarked;
