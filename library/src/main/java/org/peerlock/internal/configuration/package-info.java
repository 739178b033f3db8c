/** Settings that are made without code. */
@NullMarked
package org.peerlock.internal.configuration;

import org.jspecify.annotations.NullMarked;
