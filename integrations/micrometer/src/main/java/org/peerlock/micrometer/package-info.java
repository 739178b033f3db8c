/** Meters for locks. */
@NullMarked
package org.peerlock.micrometer;

import org.jspecify.annotations.NullMarked;
