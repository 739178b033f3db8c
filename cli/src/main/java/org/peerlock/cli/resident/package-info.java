/** A resident node: a member of a cluster that serves programs of its user over HTTP. */
@NullMarked
package org.peerlock.cli.resident;

import org.jspecify.annotations.NullMarked;
