@NullMarked
package org.peerlock.bench.harness;

import org.jspecify.annotations.NullMarked;
