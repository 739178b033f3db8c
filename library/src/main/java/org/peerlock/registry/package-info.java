/** Where the cell is kept: anything that can be read, and replaced if it has not changed since. */
@NullMarked
package org.peerlock.registry;

import org.jspecify.annotations.NullMarked;
