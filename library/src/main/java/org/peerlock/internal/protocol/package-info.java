/** What members tell each other: packets, and the values in them. */
@NullMarked
package org.peerlock.internal.protocol;

import org.jspecify.annotations.NullMarked;
