/**
 * Runs a node in a process: the thread of its engine, its clock, its connections and its access to
 * the registry. Applications use {@link org.peerlock.Peerlock} instead.
 */
@NullMarked
package org.peerlock.internal.runtime;

import org.jspecify.annotations.NullMarked;
