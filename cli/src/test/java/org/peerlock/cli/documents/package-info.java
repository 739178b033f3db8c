/** Tests that hold the documents to what the commands do, and to each other. */
@NullMarked
package org.peerlock.cli.documents;

import org.jspecify.annotations.NullMarked;
