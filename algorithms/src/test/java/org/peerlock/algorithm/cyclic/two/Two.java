package org.peerlock.algorithm.cyclic.two;

import org.peerlock.algorithm.cyclic.one.One;

/** Depends on a package that depends on this one. */
public final class Two {

    Class<?> other = One.class;
}
