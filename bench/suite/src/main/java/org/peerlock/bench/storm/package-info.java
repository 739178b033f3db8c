/**
 * The storm: real processes use all kinds of locks while a nemesis attacks them and their registry.
 *
 * <pre>
 *   {@link org.peerlock.bench.storm.Storm}
 *     starts  {@link org.peerlock.bench.storm.StormNode}s, each in a JVM of its own, which record what they do
 *     lets    a {@link org.peerlock.bench.storm.Nemesis} strike, which records what it does
 *     gives   all records to the {@link org.peerlock.bench.storm.Judge}
 * </pre>
 *
 * An {@link org.peerlock.bench.storm.Outage} has the same processes and the same judge, but other work for
 * them, and a fixed course. An {@link org.peerlock.bench.storm.OutageEffect} measures what it did.
 *
 * <p>The judge sees nothing but the records. A process records only its own claims, each between two
 * readings of the clock that all processes of the machine share.
 */
@NullMarked
package org.peerlock.bench.storm;

import org.jspecify.annotations.NullMarked;
