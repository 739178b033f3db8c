/** A resident member of a cluster, which serves programs of its user over HTTP. */
@NullMarked
package org.peerlock.cli.resident;

import org.jspecify.annotations.NullMarked;
