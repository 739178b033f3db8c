/** ZooKeeper under load, by Curator: whoever wants a lock makes a numbered node, and the one with the lowest number holds it. */
@NullMarked
package org.peerlock.bench.peers.curator;

import org.jspecify.annotations.NullMarked;
