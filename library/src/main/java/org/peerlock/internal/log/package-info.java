/** How often something is logged. */
@NullMarked
package org.peerlock.internal.log;

import org.jspecify.annotations.NullMarked;
