package org.peerlock.algorithm.cyclic.one;

import org.peerlock.algorithm.cyclic.two.Two;

/** Depends on a package that depends on this one. */
public final class One {

    Class<?> other = Two.class;
}
