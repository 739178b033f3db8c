/**
 * The zoo: broken algorithms with defects of the papers and typical programming errors, kept for
 * study.
 *
 * <p>An exhibit is a correct algorithm with one rule replaced: the method that it overrides is the
 * defect. Exhibits are not in the catalogue. Only scenarios with the header {@code exhibit}, and
 * the searches and swarms that must catch them, use them.
 */
@NullMarked
package org.peerlock.lab.zoo;

import org.jspecify.annotations.NullMarked;
