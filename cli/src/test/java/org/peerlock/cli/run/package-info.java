@NullMarked
package org.peerlock.cli.run;

import org.jspecify.annotations.NullMarked;
