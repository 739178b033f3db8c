/**
 * Model checking: exhaustive search of all states of a small system, shortest counterexamples, and
 * their reduction for readers.
 */
@NullMarked
package org.peerlock.lab.check;

import org.jspecify.annotations.NullMarked;
