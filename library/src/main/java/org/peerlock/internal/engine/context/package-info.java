/** The objects that all components of one engine share. */
@NullMarked
package org.peerlock.internal.engine.context;

import org.jspecify.annotations.NullMarked;
