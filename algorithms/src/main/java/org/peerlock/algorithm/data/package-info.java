/**
 * The collections that states are made of. They are immutable, compared by value, and never
 * iterated in hash order.
 */
@NullMarked
package org.peerlock.algorithm.data;

import org.jspecify.annotations.NullMarked;
