/**
 * {@code peerlock demo}: some processes want one lock, and some of them meet with an accident.
 *
 * <p>{@link org.peerlock.cli.demo.DemoNode} is what runs in each process. What they write to is a counter in the process of the command, as it
 * might be a database: it is read and written in two steps, and refuses smaller fences. A process asks for both by a line on its standard
 * output, and is answered on its standard input. So nothing that has been counted is in the memory of one that may be killed.
 */
@NullMarked
package org.peerlock.cli.demo;

import org.jspecify.annotations.NullMarked;
