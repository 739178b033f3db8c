/** The settings of a node, and the durations that follow from them. */
@NullMarked
package org.peerlock.internal.engine.settings;

import org.jspecify.annotations.NullMarked;
