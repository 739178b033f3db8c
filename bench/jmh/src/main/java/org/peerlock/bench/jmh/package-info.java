/**
 * The innermost things, measured by JMH: a lock that this process has already, and the steps of the algorithms. What nodes write to each
 * other is measured in the package where that is decided, {@code org.peerlock.internal.transport}.
 */
@NullMarked
package org.peerlock.bench.jmh;

import org.jspecify.annotations.NullMarked;
