/** What the operating system says about this process. */
@NullMarked
package org.peerlock.internal.os;

import org.jspecify.annotations.NullMarked;
