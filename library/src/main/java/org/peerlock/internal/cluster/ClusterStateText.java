package org.peerlock.internal.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The registry as text, for the registry and for whoever looks into it:
 *
 * <pre>
 *     peerlock-registry 2
 *     registry 4f0c6c0b9a3e1d27a1b2c3d4e5f60718
 *     secret 5f3a… (64 digits)
 *     revision 17
 *     cluster "orders"
 *     protocol "1"
 *     lease-millis 6000
 *     rho-ppm 10000
 *     max-epoch 190000001
 *     current 190000000
 *       member 00000000000000000000000000000000
 *     next 190000001
 *       member 5a1e0c7d2b9f4863d0e1f2a3b4c5d6e7
 *     registered 5a1e0c7d2b9f4863d0e1f2a3b4c5d6e7
 *       address "10.0.0.1:7000"
 *       joined 12
 *       stamp 17
 *       unreachable 9c8b7a6f5e4d3c2b1a09f8e7d6c5b4a3
 *     crc32c 1b2c3d4e
 * </pre>
 *
 * <p>{@code survivor} stands for {@code member} if it is one; {@code next} is left out if there is none. All is ASCII, every
 * other character being escaped. There is one text for each registry, and nothing else is read: not the same fields in another
 * order, nor a number with a zero before it.
 */
public final class ClusterStateText {

    /** The number is that of the format: it changes with every change to what is written. */
    private static final String FIRST_LINE = "peerlock-registry 2";

    private ClusterStateText() {}

    public static byte[] write(ClusterState clusterState) {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        line(text, "registry", clusterState.registryId());
        line(text, "secret", clusterState.secret().digits());
        line(text, "revision", clusterState.revision());
        line(text, "cluster", quoted(clusterState.cluster()));
        line(text, "protocol", quoted(clusterState.protocol()));
        line(text, "lease-millis", clusterState.leaseMillis());
        line(text, "rho-ppm", clusterState.driftPpm());
        line(text, "max-epoch", clusterState.maxEpoch());
        view(text, "current", clusterState.current());
        View next = clusterState.next();
        if (next != null) {
            view(text, "next", next);
        }
        clusterState.members().forEach((id, memberRecord) -> {
            line(text, "registered", id);
            line(text, "  address", quoted(memberRecord.address()));
            line(text, "  joined", memberRecord.joined());
            line(text, "  stamp", memberRecord.stamp());
            memberRecord.unreachable().forEach(other -> line(text, "  unreachable", other));
        });
        line(text, "crc32c", checksum(text.toString()));
        return text.toString().getBytes(UTF_8);
    }

    private static void view(StringBuilder text, String name, View view) {
        line(text, name, view.epoch());
        for (Incarnation member : view.members()) {
            line(text, view.survivors().contains(member) ? "  survivor" : "  member", member);
        }
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append(name).append(' ').append(value).append('\n');
    }

    private static final Pattern ESCAPED = Pattern.compile("\\\\(u[0-9a-f]{4}|[\"\\\\])");

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                quoted.append(c);
            } else {
                quoted.append(String.format("\\u%04x", (int) c));
            }
        }
        return quoted.append('"').toString();
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            throw new IllegalArgumentException("not in quotation marks: " + value);
        }
        return ESCAPED.matcher(value.substring(1, value.length() - 1)).replaceAll(escaped -> {
            String what = escaped.group(1);
            return Matcher.quoteReplacement(
                    what.startsWith("u") ? String.valueOf((char) Integer.parseInt(what.substring(1), 16)) : what);
        });
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(UTF_8));
        return String.format("%08x", crc.getValue());
    }

    /**
     * What was written.
     *
     * @throws CorruptRegistryException if {@link #write} did not write exactly this
     */
    public static ClusterState read(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        String first = text.lines().findFirst().orElse("");
        if (!first.equals(FIRST_LINE)) {
            throw new CorruptRegistryException("the registry begins with '" + first + "', not '" + FIRST_LINE + "'");
        }
        int last = text.lastIndexOf("\ncrc32c ") + 1;
        if (last == 0) {
            throw new CorruptRegistryException("the registry ends without a checksum: not all of it is there");
        }
        String body = text.substring(0, last);
        String end = "crc32c " + checksum(body) + "\n";
        if (!text.substring(last).equals(end)) {
            throw new CorruptRegistryException("the registry does not end with its checksum, '" + end.strip() + "'");
        }
        ClusterState clusterState = new Lines(body.split("\n")).registry();
        if (!Arrays.equals(write(clusterState), bytes)) {
            throw new CorruptRegistryException("the registry says what it says in another way than nodes write");
        }
        return clusterState;
    }

    /** Goes through the lines, each of which must be what is due. */
    private static final class Lines {

        private final String[] lines;
        private int at = 1;

        Lines(String[] lines) {
            this.lines = lines;
        }

        ClusterState registry() {
            try {
                ClusterState clusterState = new ClusterState(
                        value("registry", Incarnation::parse),
                        value("secret", RegistrySecret::parse),
                        value("revision", Long::parseLong),
                        value("cluster", ClusterStateText::unquoted),
                        value("protocol", ClusterStateText::unquoted),
                        value("lease-millis", Long::parseLong),
                        value("rho-ppm", Integer::parseInt),
                        value("max-epoch", Long::parseLong),
                        view("current"),
                        is("next") ? view("next") : null,
                        members());
                if (at < lines.length) {
                    throw damaged("is unknown here");
                }
                return clusterState;
            } catch (CorruptRegistryException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                throw new CorruptRegistryException("the registry contradicts itself: " + e.getMessage());
            }
        }

        private View view(String name) {
            long epoch = value(name, Long::parseLong);
            List<Incarnation> members = new ArrayList<>();
            List<Incarnation> survivors = new ArrayList<>();
            while (is("  member") || is("  survivor")) {
                boolean survivor = is("  survivor");
                Incarnation id = value(survivor ? "  survivor" : "  member", Incarnation::parse);
                members.add(id);
                if (survivor) {
                    survivors.add(id);
                }
            }
            return new View(epoch, members, survivors);
        }

        private SortedMap<Incarnation, MemberRecord> members() {
            SortedMap<Incarnation, MemberRecord> members = new TreeMap<>();
            while (is("registered")) {
                Incarnation id = value("registered", Incarnation::parse);
                String address = value("  address", ClusterStateText::unquoted);
                long joined = value("  joined", Long::parseLong);
                long stamp = value("  stamp", Long::parseLong);
                SortedSet<Incarnation> unreachable = new TreeSet<>();
                while (is("  unreachable")) {
                    unreachable.add(value("  unreachable", Incarnation::parse));
                }
                members.put(id, new MemberRecord(address, joined, stamp, unreachable));
            }
            return members;
        }

        private boolean is(String name) {
            return at < lines.length && lines[at].startsWith(name + " ");
        }

        private <T> T value(String name, Function<String, T> parse) {
            if (!is(name)) {
                throw damaged("stands where '" + name.strip() + "' is due");
            }
            try {
                T value = parse.apply(lines[at].substring(name.length() + 1));
                at++;
                return value;
            } catch (IllegalArgumentException e) {
                throw damaged("cannot be read: " + e.getMessage());
            }
        }

        private CorruptRegistryException damaged(String what) {
            String line = at >= lines.length ? "the checksum" : is("secret") ? "the secret" : "'" + lines[at] + "'";
            return new CorruptRegistryException("the registry's line " + (at + 1) + ": " + line + " " + what);
        }
    }
}
