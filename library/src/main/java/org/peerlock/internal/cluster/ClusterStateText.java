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
 *     peerlock-registry 5
 *     registry 4f0c6c0b9a3e1d27a1b2c3d4e5f60718
 *     secret 5f3a… (64 digits)
 *     revision 17
 *     cluster "orders"
 *     protocol 2
 *     algorithms "naimi-trehel"
 *     outage-millis 0
 *     max-epoch 190000001
 *     current 190000000
 *       member 00000000000000000000000000000000
 *     next 190000001
 *       member 5a1e0c7d2b9f4863d0e1f2a3b4c5d6e7
 *     registered 5a1e0c7d2b9f4863d0e1f2a3b4c5d6e7
 *       address "10.0.0.1:7000"
 *       protocols 1-2
 *       lease-millis 6000
 *       drift-ppm 10000
 *       algorithms "naimi-trehel"
 *       joined 12
 *       stamp 17
 *       unreachable 9c8b7a6f5e4d3c2b1a09f8e7d6c5b4a3
 *       certificate 0e1f… (64 digits)
 *     crc32c 1b2c3d4e
 * </pre>
 *
 * <p>{@code survivor} stands for {@code member} if it is one; {@code next}, the {@code algorithms} that a node asks for, and
 * {@code certificate} are left out if there are none. All is ASCII, every other character being escaped. There is one text for
 * each registry, and nothing else is read: not the same fields in another order, nor a number with a zero before it. A later
 * version may add lines after {@code max-epoch} and at the end of a record. A node that does not know them keeps them as they are.
 */
public final class ClusterStateText {

    /** The number is that of the format. A later version may add lines, and does not change it for that. */
    private static final String FIRST_LINE = "peerlock-registry 5";

    private static final Pattern LINE = Pattern.compile(" *([a-z][a-z0-9-]*) [!-~](?:[ -~]*[!-~])?");

    /** The names of all lines that this version writes. */
    private static final List<String> NAMES = List.of(
            "registry",
            "secret",
            "revision",
            "cluster",
            "protocol",
            "algorithms",
            "outage-millis",
            "max-epoch",
            "current",
            "next",
            "member",
            "survivor",
            "registered",
            "address",
            "protocols",
            "lease-millis",
            "drift-ppm",
            "joined",
            "stamp",
            "unreachable",
            "certificate",
            "crc32c");

    private ClusterStateText() {}

    public static byte[] write(ClusterState clusterState) {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        line(text, "registry", clusterState.registryId());
        line(text, "secret", clusterState.secret().digits());
        line(text, "revision", clusterState.revision());
        line(text, "cluster", quoted(clusterState.cluster()));
        ClusterSettings settings = clusterState.settings();
        line(text, "protocol", settings.protocol());
        line(text, "algorithms", quoted(settings.algorithms()));
        line(text, "outage-millis", settings.outageMillis());
        line(text, "max-epoch", clusterState.maxEpoch());
        clusterState.unknownLines().forEach(unknown -> text.append(unknown).append('\n'));
        view(text, "current", clusterState.current());
        View next = clusterState.next();
        if (next != null) {
            view(text, "next", next);
        }
        clusterState.members().forEach((id, memberRecord) -> {
            line(text, "registered", id);
            line(text, "  address", quoted(memberRecord.endpoint().address()));
            line(text, "  protocols", memberRecord.protocols());
            line(text, "  lease-millis", memberRecord.lease().leaseMillis());
            line(text, "  drift-ppm", memberRecord.lease().driftPpm());
            String algorithms = memberRecord.algorithms();
            if (algorithms != null) {
                line(text, "  algorithms", quoted(algorithms));
            }
            line(text, "  joined", memberRecord.joined());
            line(text, "  stamp", memberRecord.stamp());
            memberRecord.unreachable().forEach(other -> line(text, "  unreachable", other));
            if (memberRecord.endpoint().isEncrypted()) {
                line(text, "  certificate", memberRecord.endpoint().certificate());
            }
            memberRecord.unknownLines().forEach(unknown -> text.append(unknown).append('\n'));
        });
        line(text, "crc32c", checksum(text.toString()));
        return text.toString().getBytes(UTF_8);
    }

    private static void view(StringBuilder text, String name, View view) {
        line(text, name, view.epoch());
        SortedSet<Incarnation> survivors = new TreeSet<>(view.survivors());
        for (Incarnation member : view.members()) {
            line(text, survivors.contains(member) ? "  survivor" : "  member", member);
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
                Incarnation registryId = value("registry", Incarnation::parse);
                RegistrySecret secret = value("secret", RegistrySecret::parse);
                long revision = value("revision", Long::parseLong);
                String cluster = value("cluster", ClusterStateText::unquoted);
                ClusterSettings settings = settings();
                long maxEpoch = value("max-epoch", Long::parseLong);
                List<String> unknownLines = unknownLines("");
                View current = view("current");
                View next = is("next") ? view("next") : null;
                SortedMap<Incarnation, MemberRecord> members = members();
                if (at < lines.length) {
                    throw damaged("is unknown here");
                }
                return new ClusterState(
                        registryId,
                        secret,
                        revision,
                        cluster,
                        settings,
                        maxEpoch,
                        current,
                        next,
                        members,
                        unknownLines);
            } catch (CorruptRegistryException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                throw new CorruptRegistryException("the registry contradicts itself: " + e.getMessage());
            }
        }

        private ClusterSettings settings() {
            return new ClusterSettings(
                    value("protocol", Integer::parseInt),
                    value("algorithms", ClusterStateText::unquoted),
                    value("outage-millis", Long::parseLong));
        }

        /** The lines from here on whose names no node of this version writes. */
        private List<String> unknownLines(String indentation) {
            List<String> unknown = new ArrayList<>();
            while (at < lines.length && isUnknown(lines[at], indentation)) {
                unknown.add(lines[at]);
                at++;
            }
            return unknown;
        }

        private static boolean isUnknown(String line, String indentation) {
            if (!line.startsWith(indentation) || line.startsWith(" ", indentation.length())) {
                return false;
            }
            Matcher matcher = LINE.matcher(line);
            return matcher.matches() && !NAMES.contains(matcher.group(1));
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
                ProtocolRange protocols = value("  protocols", ProtocolRange::parse);
                LeaseTerms lease = new LeaseTerms(
                        value("  lease-millis", Long::parseLong), value("  drift-ppm", Integer::parseInt));
                String algorithms = is("  algorithms") ? value("  algorithms", ClusterStateText::unquoted) : null;
                long joined = value("  joined", Long::parseLong);
                long stamp = value("  stamp", Long::parseLong);
                SortedSet<Incarnation> unreachable = new TreeSet<>();
                while (is("  unreachable")) {
                    unreachable.add(value("  unreachable", Incarnation::parse));
                }
                String certificate = is("  certificate") ? value("  certificate", Function.identity()) : Endpoint.NONE;
                List<String> unknownLines = unknownLines("  ");
                Endpoint endpoint = new Endpoint(address, certificate);
                members.put(
                        id,
                        new MemberRecord(
                                endpoint, protocols, lease, algorithms, joined, stamp, unreachable, unknownLines));
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
