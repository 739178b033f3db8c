/**
 * Broken algorithms, kept to be looked at: defects of the papers, and slips that implementers make.
 *
 * <p>An exhibit is a right algorithm with one rule replaced, so that what it overrides is what is wrong with it. None can be
 * had as an algorithm: only scenarios that say {@code exhibit}, and the searches that must catch them, see them.
 */
@NullMarked
package org.peerlock.lab.zoo;

import org.jspecify.annotations.NullMarked;
