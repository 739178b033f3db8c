/**
 * Example programs. Begin with {@link org.peerlock.examples.OneAtATime}, then
 * {@link org.peerlock.examples.FencedWrites}, then {@link org.peerlock.examples.AskLater}. The
 * others show the other kinds of locks: {@link org.peerlock.examples.ReadersAndWriters},
 * {@link org.peerlock.examples.Licences}, {@link org.peerlock.examples.TwoAccounts},
 * {@link org.peerlock.examples.Leader}.
 */
@NullMarked
package org.peerlock.examples;

import org.jspecify.annotations.NullMarked;
