/** What happened, from any driver, and how to show it to a person. */
@NullMarked
package org.peerlock.lab.trace;

import org.jspecify.annotations.NullMarked;
