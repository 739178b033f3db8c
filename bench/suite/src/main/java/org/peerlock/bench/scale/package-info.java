/** What the algorithms cost as the nodes become many: more than one machine can run, so it is simulated. */
@NullMarked
package org.peerlock.bench.scale;

import org.jspecify.annotations.NullMarked;
