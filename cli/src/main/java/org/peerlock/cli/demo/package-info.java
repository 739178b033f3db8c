/**
 * {@code peerlock demo}: several processes share one lock, and some of them fail.
 *
 * <p>{@link org.peerlock.cli.demo.DemoNode} runs in each process. They write to a counter in the process of the command, as they would
 * write to a database: it is read and written in two steps, and refuses smaller fences. A process sends a request as a line on its
 * standard output, and gets the answer on its standard input. So no count is kept in the memory of a process that may be killed.
 */
@NullMarked
package org.peerlock.cli.demo;

import org.jspecify.annotations.NullMarked;
