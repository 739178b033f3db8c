/** Scenarios: small runs as text files, with commands and the expected output. */
@NullMarked
package org.peerlock.lab.scenario;

import org.jspecify.annotations.NullMarked;
