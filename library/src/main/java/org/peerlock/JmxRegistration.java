package org.peerlock;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows a process to JMX consoles. Whatever goes wrong with that is no reason to be without locks. */
final class JmxRegistration implements PeerlockMXBean {

    private static final Logger LOG = LoggerFactory.getLogger(JmxRegistration.class);

    private final Peerlock peerlock;

    private JmxRegistration(Peerlock peerlock) {
        this.peerlock = peerlock;
    }

    /** From now on it is shown, until what is returned is run. */
    static Runnable show(Peerlock peerlock) {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName(
                    "org.peerlock:type=Peerlock,cluster=" + peerlock.cluster() + ",node=" + idOf(peerlock));
            server.registerMBean(new JmxRegistration(peerlock), name);
            return () -> hide(server, name);
        } catch (JMException | RuntimeException e) {
            LOG.warn("Cannot be shown by JMX", e);
            return () -> {};
        }
    }

    private static void hide(MBeanServer server, ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (JMException | RuntimeException e) {
            LOG.debug("Was not shown by JMX any more", e);
        }
    }

    private static String idOf(Peerlock peerlock) {
        return peerlock.members().stream()
                .map(Member::peer)
                .filter(Peer::here)
                .map(Peer::id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("it is no member any more"));
    }

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
                        member.epoch() > 0 ? "member" : "about to become one",
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
