/** What the papers say in numbers, and what comes out here. */
@NullMarked
package org.peerlock.lab.experiment;

import org.jspecify.annotations.NullMarked;
