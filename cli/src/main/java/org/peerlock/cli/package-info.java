/** The {@code peerlock} command. */
@NullMarked
package org.peerlock.cli;

import org.jspecify.annotations.NullMarked;
