/**
 * Whole nodes in one thread and in virtual time: the engine that runs live, with a simulated network, registry, clocks and
 * applications, which fail in every way that the engine tolerates.
 *
 * <p>{@link org.peerlock.testkit.PeerlockTestCluster} is for the tests of applications; the rest tests Peerlock itself.
 */
@NullMarked
package org.peerlock.testkit;

import org.jspecify.annotations.NullMarked;
