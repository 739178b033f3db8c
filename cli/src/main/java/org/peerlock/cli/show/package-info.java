/** Commands that show what goes on in a cluster. */
@NullMarked
package org.peerlock.cli.show;

import org.jspecify.annotations.NullMarked;
