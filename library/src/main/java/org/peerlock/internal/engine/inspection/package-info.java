/** Questions to all members, for monitoring. Nothing is decided here. */
@NullMarked
package org.peerlock.internal.engine.inspection;

import org.jspecify.annotations.NullMarked;
