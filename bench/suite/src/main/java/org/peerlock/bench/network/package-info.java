/** Hosts on one machine: network namespaces that a bridge connects. */
@NullMarked
package org.peerlock.bench.network;

import org.jspecify.annotations.NullMarked;
