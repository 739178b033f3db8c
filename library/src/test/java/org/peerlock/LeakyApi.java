package org.peerlock;

import java.util.Map;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.settings.Timing;

/** Exposes internal types, in every place of a signature: {@link ArchitectureTest} must find all of them. */
@SuppressWarnings("ComparableType") // the wrong type is the point
public abstract class LeakyApi implements Comparable<Incarnation> {

    public static final Capacity CAPACITY = Capacity.mutex();

    protected LeakyApi(Timing timing) {}

    public abstract Map<String, ? extends Incarnation> inGenerics();

    public abstract void ofArrays(Incarnation[][] arrays);

    public abstract LocalNode packagePrivate();

    abstract Timing notVisible();
}
