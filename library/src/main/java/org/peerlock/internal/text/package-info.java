/** How messages to users write values. */
@NullMarked
package org.peerlock.internal.text;

import org.jspecify.annotations.NullMarked;
