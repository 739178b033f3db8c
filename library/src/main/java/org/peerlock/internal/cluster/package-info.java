/** The state of a cluster that its nodes agree on in the registry: members, views, leases, and the commands that change it. */
@NullMarked
package org.peerlock.internal.cluster;

import org.jspecify.annotations.NullMarked;
