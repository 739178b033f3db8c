/** {@code peerlock run}: a command that runs while a lock is had. */
@NullMarked
package org.peerlock.cli.run;

import org.jspecify.annotations.NullMarked;
