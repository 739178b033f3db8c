@NullMarked
package org.peerlock.bench;

import org.jspecify.annotations.NullMarked;
