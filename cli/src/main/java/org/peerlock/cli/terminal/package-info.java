/** Shared by all commands: exit codes, tables, JSON, progress, signals. */
@NullMarked
package org.peerlock.cli.terminal;

import org.jspecify.annotations.NullMarked;
