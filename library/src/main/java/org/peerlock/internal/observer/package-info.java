/** How a process that is no member asks the members of a cluster. */
@NullMarked
package org.peerlock.internal.observer;

import org.jspecify.annotations.NullMarked;
