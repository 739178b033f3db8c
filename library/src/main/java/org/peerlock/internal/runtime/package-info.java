/**
 * Where a node lives: the thread that runs its brain, its clock, its connections and its way to the cell. An application never
 * meets it; {@link org.peerlock.Peerlock} is what it uses.
 */
@NullMarked
package org.peerlock.internal.runtime;

import org.jspecify.annotations.NullMarked;
