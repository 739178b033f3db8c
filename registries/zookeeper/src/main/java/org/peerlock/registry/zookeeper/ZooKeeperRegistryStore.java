package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;

/** Keeps the registry of a cluster in ZooKeeper. */
final class ZooKeeperRegistryStore implements RegistryStore {

    /*
     * The node of the cluster has one child, which holds the content:
     *
     *   /path/cluster                       no data
     *   /path/cluster/5f0c...e1             the content; its tag is "5f0c...e1/" + its data version
     *
     * A data version alone is no tag: it begins at 0 again when a node is deleted and created anew, and
     * then an old writer would succeed. So each child has a random name, and never comes again.
     *
     *   replace      setData(child, version)                       another version: BADVERSION
     *                                                              deleted:         NONODE
     *   new child    delete(child, version), create(other child)   as above; before the versions, which
     *                                                              are ints, run out
     *   create       create(node), create(child)                   there is a node: NODEEXISTS, then:
     *                delete(node), create(node), create(child)     there is content: NOTEMPTY
     *
     * Each line is one transaction. ZooKeeper deletes no node that has children, so a creator never
     * replaces a content, whatever happens between its attempts. The version of the node of the cluster
     * would not do as a condition: it, too, begins anew.
     */

    /** The last version that is replaced by {@code setData}. The next but one would be negative. */
    static final int LAST_VERSION = Integer.MAX_VALUE - 1;

    /** For the node of a cluster, which has no data. Never for a content. */
    private static final int ANY_VERSION = -1;

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern TAG = Pattern.compile("(" + NAME.pattern() + ")/([0-9]{1,10})");

    /** Of a message, the part that is not content. */
    private static final int OVERHEAD_BYTES = 4_096;

    private static final byte[] NO_DATA = {};

    private static final Id CREATOR = new Id("auth", "");
    private static final Id ANYONE = new Id("world", "anyone");

    /** The server has looked at the condition of a write, and it does not hold. */
    private static final Set<Code> REFUSED = EnumSet.of(Code.BADVERSION, Code.NONODE, Code.NODEEXISTS, Code.NOTEMPTY);

    /** The server has rejected a request before it did anything. */
    private static final Set<Code> REJECTED =
            EnumSet.of(Code.NOAUTH, Code.INVALIDACL, Code.QUOTAEXCEEDED, Code.THROTTLEDOP);

    private final ZooKeeperClient client;
    private final String node;
    private final List<ACL> acl;
    private final int lastVersion;
    private final SecureRandom random = new SecureRandom();

    /** @param authenticated whether nobody but this user may read and change what it creates */
    ZooKeeperRegistryStore(ZooKeeperClient client, String node, boolean authenticated) {
        this(client, node, authenticated, LAST_VERSION);
    }

    /** For tests: with versions that run out sooner. */
    ZooKeeperRegistryStore(ZooKeeperClient client, String node, boolean authenticated, int lastVersion) {
        this.client = client;
        this.node = node;
        this.acl = Collections.singletonList(new ACL(ZooDefs.Perms.ALL, authenticated ? CREATOR : ANYONE));
        this.lastVersion = lastVersion;
    }

    /**
     * Current: the server catches up with the leader before it answers. Without that, a process that
     * has changed its server could read what was there before its own last write, and its next write
     * would be refused. The request to catch up goes ahead of the first read, without waiting.
     */
    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        ZooKeeper session = client.connected(deadline);
        while (true) {
            Reply<String> synced = new Reply<>();
            session.sync(node, (code, path, context) -> synced.arrived(code, path), null);
            Reply<List<String>> children = new Reply<>();
            session.getChildren(node, false, (code, path, context, names) -> children.arrived(code, names), null);
            Code listed = children.await(deadline);
            if (listed == Code.OK || listed == Code.NONODE) {
                listed = synced.await(deadline) == Code.OK ? listed : Code.CONNECTIONLOSS;
            }
            if (listed == Code.NONODE) {
                return TaggedBytes.ABSENT;
            }
            if (listed != Code.OK) {
                throw failure("was not read", listed);
            }
            if (children.value().isEmpty()) {
                return TaggedBytes.ABSENT;
            }
            String name = onlyChild(children.value());
            Reply<TaggedBytes> content = new Reply<>();
            session.getData(
                    node + "/" + name,
                    false,
                    (code, path, context, data, stat) ->
                            content.arrived(code, stat == null ? null : tagged(name, stat.getVersion(), data)),
                    null);
            Code got = content.await(deadline);
            if (got == Code.OK) {
                return content.value();
            }
            if (got != Code.NONODE) { // otherwise another child has replaced it, or it was deleted
                throw failure("was not read", got);
            }
        }
    }

    private String onlyChild(List<String> names) throws IOException {
        if (names.size() > 1 || !NAME.matcher(names.get(0)).matches()) {
            throw new IOException(
                    "the node " + node + " in " + client + " has children that Peerlock did not create; delete those");
        }
        return names.get(0);
    }

    private static TaggedBytes tagged(String name, int version, byte @Nullable [] data) {
        return new TaggedBytes(name + "/" + version, data == null ? NO_DATA : data);
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        int limit = Integer.getInteger("jute.maxbuffer", ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
        if (content.length > limit - OVERHEAD_BYTES) {
            throw new IOException(
                    "the registry has " + content.length + " bytes, too many for ZooKeeper: jute.maxbuffer" + " is "
                            + limit + "; raise it for all servers and clients");
        }
        if (tag.equals(TaggedBytes.ABSENT.tag())) {
            return create(client.connected(deadline), content.clone(), deadline);
        }
        Matcher matcher = TAG.matcher(tag);
        if (!matcher.matches()) {
            return false;
        }
        long version = Long.parseLong(matcher.group(2));
        if (version > Integer.MAX_VALUE) {
            return false;
        }
        return replace(client.connected(deadline), matcher.group(1), (int) version, content.clone(), deadline);
    }

    private boolean replace(ZooKeeper session, String name, int version, byte[] content, Deadline deadline)
            throws IOException {
        String child = node + "/" + name;
        if (version >= lastVersion) {
            return written(inOne(session, deadline, Op.delete(child, version), createChild(content)));
        }
        Reply<Object> reply = new Reply<>();
        session.setData(child, content, version, (code, path, context, stat) -> reply.arrived(code, stat), null);
        return written(reply.await(deadline));
    }

    private boolean create(ZooKeeper session, byte[] content, Deadline deadline) throws IOException {
        Op createNode = Op.create(node, NO_DATA, acl, CreateMode.PERSISTENT);
        Op createChild = createChild(content);
        Code code = inOne(session, deadline, createNode, createChild);
        if (code == Code.NONODE) {
            createAncestors(session, deadline);
            code = inOne(session, deadline, createNode, createChild);
        }
        if (code == Code.NODEEXISTS) {
            code = inOne(session, deadline, Op.delete(node, ANY_VERSION), createNode, createChild);
        }
        return written(code);
    }

    private Op createChild(byte[] content) {
        byte[] name = new byte[16];
        random.nextBytes(name);
        return Op.create(node + "/" + HexFormat.of().formatHex(name), content, acl, CreateMode.PERSISTENT);
    }

    private void createAncestors(ZooKeeper session, Deadline deadline) throws IOException {
        for (int slash = node.indexOf('/', 1); slash > 0; slash = node.indexOf('/', slash + 1)) {
            String ancestor = node.substring(0, slash);
            Reply<Object> there = new Reply<>();
            session.exists(ancestor, false, (code, path, context, stat) -> there.arrived(code, stat), null);
            Code code = there.await(deadline);
            if (code == Code.NONODE) {
                Reply<Object> created = new Reply<>();
                session.create(
                        ancestor,
                        NO_DATA,
                        acl,
                        CreateMode.PERSISTENT,
                        (number, path, context, name) -> created.arrived(number, name),
                        null);
                code = created.await(deadline);
            }
            if (code != Code.OK && code != Code.NODEEXISTS) {
                throw failure("was not written", code);
            }
        }
    }

    /** Performs all of them, or none. Returns the code of the first that failed. */
    private static Code inOne(ZooKeeper session, Deadline deadline, Op... operations) {
        Reply<Object> reply = new Reply<>();
        session.multi(List.of(operations), (code, path, context, results) -> reply.arrived(code, results), null);
        return reply.await(deadline);
    }

    private boolean written(Code code) throws IOException {
        if (code == Code.OK) {
            return true;
        }
        if (REFUSED.contains(code)) {
            return false;
        }
        if (REJECTED.contains(code)) {
            throw failure("was not written", code);
        }
        throw new UnknownOutcomeException(sentence("was perhaps written", code));
    }

    private IOException failure(String what, Code code) {
        return new IOException(sentence(what, code));
    }

    private String sentence(String what, Code code) {
        String why = switch (code) {
            case CONNECTIONLOSS, SESSIONEXPIRED -> "the connection was lost";
            case OPERATIONTIMEOUT -> "there was no reply within the time limit";
            case NOAUTH ->
                "this user may not do that; check user and password, and the ACLs of the node"
                        + " and of those above it";
            case QUOTAEXCEEDED -> "the quota of a node is exceeded";
            default -> "ZooKeeper says " + code;
        };
        return "the registry " + what + ", " + describe() + ": " + why;
    }

    @Override
    public List<String> serverHosts() {
        return client.serverHosts();
    }

    @Override
    public String describe() {
        return client + ", node " + node;
    }

    @Override
    public Durability durability(Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        Reply<byte[]> configuration = new Reply<>();
        client.connected(deadline)
                .getConfig(false, (code, path, context, data, stat) -> configuration.arrived(code, data), null);
        Map<String, String> settings = new LinkedHashMap<>();
        Code code = configuration.await(deadline);
        settings.put("voting servers", code == Code.OK ? votingServers(configuration.value()) : "unknown: " + code);
        settings.put("forceSync", "unknown");
        return new Durability(
                settings,
                "Each write waits for more than half of the servers that vote. ZooKeeper does not tell whether they"
                        + " wait for their disks: look at forceSync in their configurations, which must be yes, the"
                        + " default.");
    }

    /** Counted in lines such as {@code server.1=host:2888:3888:participant;2181}. */
    private static String votingServers(byte[] configuration) {
        long servers = new String(configuration, UTF_8)
                .lines()
                .filter(line -> line.startsWith("server.") && !line.contains(":observer"))
                .count();
        return servers == 0 ? "1, which stands alone" : Long.toString(servers);
    }

    @Override
    public void close() {
        client.close();
    }
}
