/** The quantitative claims of the papers, and what simulation and search find. */
@NullMarked
package org.peerlock.lab.experiment;

import org.jspecify.annotations.NullMarked;
