/** What the engine asks its surroundings to do, and what it learns from the registry. */
@NullMarked
package org.peerlock.internal.engine.effects;

import org.jspecify.annotations.NullMarked;
