/** Stories about a few nodes, as text: commands, and what is expected to come of them. */
@NullMarked
package org.peerlock.lab.scenario;

import org.jspecify.annotations.NullMarked;
