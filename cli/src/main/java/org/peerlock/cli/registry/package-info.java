/** The commands that look at a registry itself: {@code peerlock registry}. */
@NullMarked
package org.peerlock.cli.registry;

import org.jspecify.annotations.NullMarked;
