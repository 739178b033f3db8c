/**
 * Trials: storms over several hosts.
 *
 * <pre>
 *   {@link org.peerlock.bench.trial.SeveralHosts}
 *     has a  {@link org.peerlock.bench.trial.TrialNetwork}: hosts in network namespaces, whose packets
 *            go through a {@link org.peerlock.bench.trial.PacketRelay}
 *     has    {@link org.peerlock.bench.trial.RegistryServers}, the servers of the registry
 *     gives  the {@link org.peerlock.bench.storm.Storm} its {@link org.peerlock.bench.trial.NetworkFaults}
 *            and {@link org.peerlock.bench.trial.ServerFaults}
 * </pre>
 *
 * All hosts are on one machine, so they share the clock by which the processes record.
 */
@NullMarked
package org.peerlock.bench.trial;

import org.jspecify.annotations.NullMarked;
