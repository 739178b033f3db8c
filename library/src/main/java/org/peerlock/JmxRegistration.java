package org.peerlock;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers a process with JMX, under a name with its current {@linkplain Peer#id id}. After an
 * eviction the process has a new id, and gets a new name. A failure of JMX never affects the locks.
 */
final class JmxRegistration implements PeerlockListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JmxRegistration.class);

    private final Peerlock peerlock;
    private final Listeners listeners;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    /** Null if nothing is registered. */
    private @Nullable ObjectName name;
    /** The epoch of the view whose id the name has: views may be reported in another order than they began. */
    private long epoch;

    private boolean closed;

    private JmxRegistration(Peerlock peerlock, Listeners listeners) {
        this.peerlock = peerlock;
        this.listeners = listeners;
    }

    /** Registers the process, and keeps its name up to date until the returned object is closed. */
    static JmxRegistration register(Peerlock peerlock, Listeners listeners) {
        JmxRegistration registration = new JmxRegistration(peerlock, listeners);
        listeners.add(registration);
        Listeners.KnownView view = listeners.view(); // after that: a later view is reported
        registration.viewChanged(view.epoch(), view.members());
        return registration;
    }

    @Override
    public void viewChanged(long began, List<Peer> members) {
        members.stream().filter(Peer::here).forEach(here -> rename(began, here));
    }

    private synchronized void rename(long began, Peer here) {
        if (closed || began < epoch) {
            return;
        }
        epoch = began;
        try {
            ObjectName current =
                    new ObjectName("org.peerlock:type=Peerlock,cluster=" + peerlock.cluster() + ",node=" + here.id());
            if (!current.equals(name)) {
                unregister();
                server.registerMBean(new DescribedBean(peerlock), current);
                name = current;
            }
        } catch (JMException | RuntimeException e) {
            LOG.warn("Could not register with JMX", e);
        }
    }

    private void unregister() {
        ObjectName old = name;
        name = null;
        if (old != null) {
            try {
                server.unregisterMBean(old);
            } catch (JMException | RuntimeException e) {
                LOG.debug("Could not unregister from JMX", e);
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        listeners.remove(this);
        unregister();
    }

    /** Adds descriptions, which JMX consoles show beside the names. */
    private static final class DescribedBean extends StandardMBean {

        private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
                Map.entry("Members", "All processes that are registered in the cluster, with the rest of their leases"),
                Map.entry("Epoch", "The number of the current membership view; it grows with every change of members"),
                Map.entry(
                        "LeaseLeftSeconds",
                        "For how long this process may act if its lease is not renewed, in seconds"),
                Map.entry("LocksKnown", "How many names of locks this process knows"),
                Map.entry("Held", "How many locks this process holds now"),
                Map.entry("Waiting", "How many requests of this process wait for a lock now"),
                Map.entry("Acquisitions", "How often this process has acquired a lock"),
                Map.entry(
                        "HandOffs",
                        "How often a message from another process brought the lock for which a request here was waiting"),
                Map.entry("Lost", "How many locks this process has lost before it released them; alert on it"),
                Map.entry("ViewChanges", "How often the members have changed since this process joined"),
                Map.entry("MessagesSent", "How many lock messages this process has sent to other processes"),
                Map.entry("MessagesReceived", "How many lock messages this process has received from other processes"),
                Map.entry("BytesSent", "How many bytes this process has sent to other processes"),
                Map.entry("inspect", "Shows who holds a lock, who waits for it, and why this process does not get it"));

        DescribedBean(Peerlock peerlock) {
            super(new Attributes(peerlock), PeerlockMXBean.class, true);
        }

        @Override
        protected String getDescription(MBeanInfo info) {
            return "This process as a member of a Peerlock cluster";
        }

        @Override
        protected String getDescription(MBeanAttributeInfo info) {
            return DESCRIPTIONS.getOrDefault(info.getName(), info.getName());
        }

        @Override
        protected String getDescription(MBeanOperationInfo info) {
            return DESCRIPTIONS.getOrDefault(info.getName(), info.getName());
        }

        @Override
        protected String getDescription(MBeanOperationInfo operation, MBeanParameterInfo info, int sequence) {
            return "The lock's name";
        }

        @Override
        protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo info, int sequence) {
            return "name";
        }
    }

    private record Attributes(Peerlock peerlock) implements PeerlockMXBean {

        private Statistics now() {
            return peerlock.statistics();
        }

        @Override
        public String[] getMembers() {
            return peerlock.members().stream()
                    .map(member -> String.format(
                            Locale.ROOT,
                            "%s, %s, lease %.1f s",
                            member.peer(),
                            member.epoch() > 0 ? "member" : "joining",
                            member.lease().toNanos() / 1e9))
                    .toArray(String[]::new);
        }

        @Override
        public long getEpoch() {
            return now().epoch();
        }

        @Override
        public double getLeaseLeftSeconds() {
            return now().lease().toNanos() / 1e9;
        }

        @Override
        public int getLocksKnown() {
            return now().locks();
        }

        @Override
        public int getHeld() {
            return now().held();
        }

        @Override
        public int getWaiting() {
            return now().waiting();
        }

        @Override
        public long getAcquisitions() {
            return now().acquisitions();
        }

        @Override
        public long getHandOffs() {
            return now().handOffs();
        }

        @Override
        public long getLost() {
            return now().lost();
        }

        @Override
        public long getViewChanges() {
            return now().viewChanges();
        }

        @Override
        public long getMessagesSent() {
            return now().messagesSent();
        }

        @Override
        public long getMessagesReceived() {
            return now().messagesReceived();
        }

        @Override
        public long getBytesSent() {
            return now().bytesSent();
        }

        @Override
        public String inspect(String name) throws InterruptedException {
            return peerlock.inspect(name).toString();
        }
    }
}
