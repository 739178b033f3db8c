/** {@code peerlock run}: a command that runs while a lock is held. */
@NullMarked
package org.peerlock.cli.run;

import org.jspecify.annotations.NullMarked;
