/** Commands that show what goes on in a cluster. */
@NullMarked
package org.peerlock.cli.inspect;

import org.jspecify.annotations.NullMarked;
