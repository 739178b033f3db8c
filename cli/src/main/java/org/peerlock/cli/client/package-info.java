/** Clients of a cluster: as a member of its own, through a resident node, or as an observer. */
@NullMarked
package org.peerlock.cli.client;

import org.jspecify.annotations.NullMarked;
