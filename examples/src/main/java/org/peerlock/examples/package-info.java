/**
 * Programs to begin with: {@link org.peerlock.examples.OneAtATime}, then {@link org.peerlock.examples.FencedWrites}, then {@link
 * org.peerlock.examples.AskLater}.
 */
@NullMarked
package org.peerlock.examples;

import org.jspecify.annotations.NullMarked;
