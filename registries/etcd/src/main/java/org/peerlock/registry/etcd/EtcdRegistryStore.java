package org.peerlock.registry.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.http.Json;

/**
 * Keeps the registry as the value of one key of etcd.
 *
 * <p>The value begins with a line that each write draws at random; the content follows. A tag is the
 * key's modification revision and that line:
 *
 * <pre>
 *     value   7b0c9a52-6c0e-4c57-9d7e-0a6b9a4f0d11 \n content
 *     tag     4711/7b0c9a52-6c0e-4c57-9d7e-0a6b9a4f0d11
 * </pre>
 *
 * <p>The revision alone is not enough. It starts at 1 again if the data of etcd is lost and the
 * cluster is made anew, and it goes back if a backup is restored; even the id of the cluster, which
 * etcd computes from addresses, is the same then. A transaction of etcd can compare a value only as
 * a whole, but also by order: a value begins with the line if it is greater than the line without
 * its end, and less than the line with a greater end.
 */
final class EtcdRegistryStore implements RegistryStore {

    private static final Pattern TAG = Pattern.compile("([1-9][0-9]{0,17})/([0-9a-f-]{36})");
    private static final Pattern LINE = Pattern.compile("[0-9a-f-]{36}");
    private static final int LINE_LENGTH = 36;
    private static final char LINE_END = '\n';

    private final EtcdUrl url;
    private final EtcdClient client;
    private final String key;

    EtcdRegistryStore(EtcdUrl url, String cluster) {
        this.url = url;
        client = new EtcdClient(url);
        key = url.prefix() + "/" + cluster;
    }

    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        Json reply = client.read("/v3/kv/range", Map.of("key", base64(key)), Deadline.in(timeout));
        List<Json> found = reply.objects("kvs");
        if (found.isEmpty()) {
            return TaggedBytes.ABSENT;
        }
        byte[] value = Base64.getDecoder().decode(found.get(0).text("value"));
        String line = new String(value, 0, Math.min(value.length, LINE_LENGTH), UTF_8);
        if (!LINE.matcher(line).matches() || value.length == LINE_LENGTH || value[LINE_LENGTH] != LINE_END) {
            throw new IOException("the key " + key + " of etcd was not written by Peerlock; choose another prefix");
        }
        return new TaggedBytes(
                found.get(0).text("mod_revision") + "/" + line,
                Arrays.copyOfRange(value, LINE_LENGTH + 1, value.length));
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        List<Map<String, String>> conditions = new ArrayList<>();
        Matcher matcher = TAG.matcher(tag);
        if (tag.equals(TaggedBytes.ABSENT.tag())) {
            conditions.add(revisionIs("0"));
        } else if (matcher.matches()) {
            conditions.add(revisionIs(matcher.group(1)));
            conditions.add(value("GREATER", matcher.group(2)));
            conditions.add(value("LESS", matcher.group(2) + (char) (LINE_END + 1)));
        } else {
            return false;
        }
        Map<String, ?> put = Map.of("request_put", Map.of("key", base64(key), "value", base64(newValue(content))));
        Json reply = client.write("/v3/kv/txn", Map.of("compare", conditions, "success", List.of(put)), deadline);
        return reply.text("succeeded").equals("true");
    }

    private Map<String, String> revisionIs(String revision) {
        return Map.of("key", base64(key), "target", "MOD", "result", "EQUAL", "mod_revision", revision);
    }

    private Map<String, String> value(String relation, String other) {
        return Map.of("key", base64(key), "target", "VALUE", "result", relation, "value", base64(other));
    }

    private static byte[] newValue(byte[] content) {
        byte[] line = (UUID.randomUUID().toString() + LINE_END).getBytes(UTF_8);
        byte[] value = Arrays.copyOf(line, line.length + content.length);
        System.arraycopy(content, 0, value, line.length, content.length);
        return value;
    }

    private static String base64(String text) {
        return base64(text.getBytes(UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public List<String> serverHosts() {
        return url.endpoints().stream().map(URI::getHost).toList();
    }

    @Override
    public String describe() {
        return "etcd at " + client.addresses() + ", key " + key;
    }

    @Override
    public Durability durability(Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "version",
                client.read("/v3/maintenance/status", Map.of(), deadline).text("version"));
        String copies;
        try {
            copies = copies(
                    client.read("/v3/cluster/member/list", Map.of(), deadline).objects("members"), settings);
        } catch (EtcdErrorException e) {
            settings.put("voting members", "unknown");
            copies = "This user may not list the members; three or more should vote.";
        }
        String users = "";
        if (client.areCredentialsIgnored()) {
            settings.put("authentication", "off");
            users =
                    " The user and the password that were given protect nothing: authentication is off, so everybody who"
                            + " reaches this etcd can write the registry. Turn it on by 'etcdctl auth enable'.";
        }
        return new Durability(
                settings,
                copies + " Etcd does not tell whether it runs with --unsafe-no-fsync, which loses writes." + users);
    }

    /** How many members keep a write, in a sentence. */
    private static String copies(List<Json> members, Map<String, String> settings) {
        long voting = members.stream()
                .filter(member -> !member.text("isLearner").equals("true"))
                .count();
        settings.put("voting members", Long.toString(voting));
        settings.put("learners", Long.toString(members.size() - voting));
        return voting < 3
                ? "Fewer than three members vote, so the loss of one stops the registry."
                : "Each write waits for the disks of " + (voting / 2 + 1) + " of " + voting + " members.";
    }

    @Override
    public void close() {
        client.close();
    }
}
