/** Membership: leases, views, failure detection, and the node's dealings with the registry. */
@NullMarked
package org.peerlock.internal.engine.membership;

import org.jspecify.annotations.NullMarked;
