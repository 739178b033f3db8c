/** The commands of the laboratory: {@code peerlock lab …}. */
@NullMarked
package org.peerlock.cli.lab;

import org.jspecify.annotations.NullMarked;
