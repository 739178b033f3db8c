@NullMarked
package org.peerlock.host;

import org.jspecify.annotations.NullMarked;
