/** {@code peerlock doctor}: checks what a process on this machine depends on. */
@NullMarked
package org.peerlock.cli.doctor;

import org.jspecify.annotations.NullMarked;
