/** What the nodes of a cluster agree on in one small cell: who is a member, of which view, and for how long. */
@NullMarked
package org.peerlock.internal.cluster;

import org.jspecify.annotations.NullMarked;
