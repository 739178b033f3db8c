@NullMarked
package org.peerlock.internal.runtime;

import org.jspecify.annotations.NullMarked;
