/** How commands get at the locks of a cluster: as a member of their own, or through one that is there. */
@NullMarked
package org.peerlock.cli.client;

import org.jspecify.annotations.NullMarked;
