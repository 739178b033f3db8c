package org.peerlock.internal.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.internal.cluster.ClusterStates.A;
import static org.peerlock.internal.cluster.ClusterStates.B;
import static org.peerlock.internal.cluster.ClusterStates.C;
import static org.peerlock.internal.cluster.ClusterStates.LEASE;
import static org.peerlock.internal.cluster.ClusterStates.after;
import static org.peerlock.internal.cluster.ClusterStates.join;
import static org.peerlock.internal.cluster.ClusterStates.propose;
import static org.peerlock.internal.cluster.ClusterStates.renew;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterStateTextTest {

    private static final ClusterState REGISTRY = after(ClusterStates.of(A, B), renew(B, A), join(C), propose(false));

    private static final String TEXT = """
            peerlock-registry 5
            registry 00000000000000070000000000000007
            secret %s
            revision 8
            cluster "orders"
            protocol 2
            algorithms "naimi-trehel"
            outage-millis 0
            max-epoch 102
            current 101
              member 00000000000000010000000000000001
              member 00000000000000010000000000000002
            next 102
              survivor 00000000000000010000000000000001
              survivor 00000000000000010000000000000002
              member ffffffffffffffff0000000000000003
            registered 00000000000000010000000000000001
              address "10.0.0.1:7000"
              protocols 1-2
              lease-millis 6000
              drift-ppm 10000
              joined 2
              stamp 2
            registered 00000000000000010000000000000002
              address "10.0.0.2:7000"
              protocols 1-2
              lease-millis 6000
              drift-ppm 10000
              joined 3
              stamp 6
              unreachable 00000000000000010000000000000001
            registered ffffffffffffffff0000000000000003
              address "10.0.0.3:7000"
              protocols 1-2
              lease-millis 6000
              drift-ppm 10000
              joined 7
              stamp 7
            """.formatted("0".repeat(64));

    private static byte[] checksummed(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(UTF_8));
        return (text + String.format("crc32c %08x\n", crc.getValue())).getBytes(UTF_8);
    }

    private static void assertDamaged(byte[] bytes, String what) {
        assertThatExceptionOfType(CorruptRegistryException.class)
                .as(what)
                .isThrownBy(() -> ClusterStateText.read(bytes));
    }

    @Test
    void anybodyCanReadIt() {
        assertThat(ClusterStateText.write(REGISTRY)).asString(UTF_8).isEqualTo(new String(checksummed(TEXT), UTF_8));
    }

    @Test
    void isReadAsWritten() {
        assertThat(ClusterStateText.read(ClusterStateText.write(REGISTRY))).isEqualTo(REGISTRY);
        assertThat(ClusterStateText.read(ClusterStateText.write(ClusterStates.empty())))
                .isEqualTo(ClusterStates.empty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anyRegistryIsWrittenAndRead(boolean genesis) {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            List<Incarnation> ids =
                    Stream.generate(() -> Incarnation.draw(random)).limit(6).toList();
            ClusterState clusterState = ClusterState.create(
                    C,
                    RegistrySecret.WITHHELD,
                    "orders",
                    new ClusterSettings(1, "naimi-trehel"),
                    seed,
                    genesis ? LEASE : null);
            for (int step = 0; step < 100; step++) {
                clusterState = clusterState
                        .apply(ClusterStates.draw(clusterState, ids, random))
                        .orElse(clusterState);
                assertThat(ClusterStateText.read(ClusterStateText.write(clusterState)))
                        .isEqualTo(clusterState);
            }
        }
    }

    @Test
    void anyNameIsWrittenInAsciiAndRead() {
        StringBuilder all = new StringBuilder("\"\\\"\ncrc32c 0\r\n\\u0041\\");
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            all.append((char) c);
        }
        for (String name : List.of("", " ", "\"", "\\", "\\u0041", "Aufträge \ud83d\ude00", all.toString())) {
            ClusterState clusterState = after(
                    ClusterState.create(C, RegistrySecret.WITHHELD, name, new ClusterSettings(1, name), 0, LEASE),
                    new RegistryCommand.Join(
                            A,
                            Endpoint.plain(name),
                            ProtocolRange.OF_LIBRARY,
                            new LeaseTerms(Long.MAX_VALUE, 999_999),
                            0));
            byte[] bytes = ClusterStateText.write(clusterState);
            assertThat(ClusterStateText.read(bytes)).isEqualTo(clusterState);
            assertThat(new String(bytes, UTF_8)).matches("[ -~\n]*");
        }
    }

    @Test
    void allOfAsciiThatCanBePrintedIsWrittenAsItIs() {
        String name = IntStream.rangeClosed(' ', '~')
                .filter(c -> c != '"' && c != '\\')
                .mapToObj(Character::toString)
                .collect(joining());
        assertThat(ClusterStateText.write(after(
                        REGISTRY,
                        new RegistryCommand.Join(
                                new Incarnation(9, 9), Endpoint.plain(name), ProtocolRange.OF_LIBRARY, LEASE, 0))))
                .asString(UTF_8)
                .contains("address \"" + name + "\"");
    }

    @Test
    void everyDamageToOneByteIsNoticed() {
        byte[] written = ClusterStateText.write(REGISTRY);
        for (int at = 0; at < written.length; at++) {
            for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
                if (value != written[at]) {
                    byte[] damaged = written.clone();
                    damaged[at] = (byte) value;
                    if (!isRefused(damaged)) {
                        throw new AssertionError(value + " at " + at + " is not noticed");
                    }
                }
            }
        }
    }

    private static boolean isRefused(byte[] bytes) {
        try {
            ClusterStateText.read(bytes);
            return false;
        } catch (CorruptRegistryException e) {
            return true;
        }
    }

    @Test
    void everyMissingOrAdditionalEndIsNoticed() {
        byte[] written = ClusterStateText.write(REGISTRY);
        for (int length = 0; length < written.length; length++) {
            assertDamaged(Arrays.copyOf(written, length), "the first " + length + " bytes");
        }
        assertDamaged(Arrays.copyOf(written, written.length + 1), "one byte more");
        assertDamaged((new String(written, UTF_8) + "\n").getBytes(UTF_8), "one line more");
        assertDamaged(new String(written, UTF_8).repeat(2).getBytes(UTF_8), "twice");
    }

    /** The checksum is right, but the lines are not. */
    @Test
    void everyLineIsExpectedWhereItIs() {
        List<String> lines = TEXT.lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            String before = String.join("\n", lines.subList(0, at)) + (at > 0 ? "\n" : "");
            String line = lines.get(at) + "\n";
            String rest = String.join("\n", lines.subList(at + 1, lines.size())) + "\n";
            assertDamaged(checksummed(before + line + line + rest), "twice: " + line);
            if (!line.startsWith("current")) {
                assertDamaged(checksummed(before + "colour blue\n" + line + rest), "unknown before: " + line);
            }
            assertDamaged(checksummed(before + " " + line + rest), "indented: " + line);
            assertDamaged(checksummed(before + line.replace("\n", " \n") + rest), "longer: " + line);
            assertDamaged(checksummed(before + line.replace("\n", "\r\n") + rest), "another line end: " + line);
            if (!line.startsWith("  member") && !line.startsWith("  survivor") && !line.startsWith("  unreachable")) {
                assertDamaged(checksummed(before + rest), "missing: " + line);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "revision 8                    | revision 08                  | another way",
                "revision 8                    | revision +8                  | another way",
                "revision 8                    | revision 0x8                 | line 4: 'revision 0x8' cannot be read",
                "revision 8                    | revision 6                   | contradicts itself: no stamp",
                "revision 8                    | revision 0                   | contradicts itself: the first revision",
                "stamp 6                       | stamp 7                      | contradicts itself: no two records",
                "stamp 7                       | stamp 6                      | contradicts itself: joined at 7",
                "joined 3                      | joined 0                     | contradicts itself: joined at 0",
                "drift-ppm 10000               | drift-ppm 1000000            | contradicts itself: a clock",
                "drift-ppm 10000               | drift-ppm 10000000000        | line 21: '  drift-ppm 10000000000' cannot be read",
                "lease-millis 6000             | lease-millis 0               | contradicts itself: a lease",
                "max-epoch 102                 | max-epoch 101                | contradicts itself: no view",
                "max-epoch 102                 | max-epoch 2147483648         | contradicts itself: an epoch fits",
                "current 101                   | current 0                    | contradicts itself: epochs are",
                "current 101                   | current 102                  | contradicts itself: the next view",
                "cluster \"orders\"            | cluster orders               | line 5: 'cluster orders' cannot be read",
                "cluster \"orders\"            | cluster \"or\"ders\"         | another way",
                "cluster \"orders\"            | cluster \"\\u006frders\"     | another way",
                "cluster \"orders\"            | cluster \"orders\\\"         | another way",
                "cluster \"orders\"            | cluster \"ordérs\"           | another way",
                "registry 00000000000000070    | registry 0000000000000007    | line 2: 'registry",
                "registry 00000000000000070    | registry A000000000000007    | line 2: 'registry",
                "protocol                      | protocoll                    | stands where 'protocol' is due",
                "protocol 2                    | protocol 3                   | contradicts itself: all nodes speak",
                "protocols 1-2                 | protocols 2-1                | cannot be read: a range of versions",
                "protocols 1-2                 | protocols 1                  | cannot be read: not a range",
                "peerlock-registry 5           | peerlock-registry 1          | begins with 'peerlock-registry 1'",
            })
    void saysWhatIsWrong(String written, String instead, String message) {
        assertThat(TEXT).contains(written);
        assertThatThrownBy(() -> ClusterStateText.read(checksummed(TEXT.replaceFirst(written, quoted(instead)))))
                .isInstanceOf(CorruptRegistryException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theGreatestEpochThatFitsIntoAFenceIsRead() {
        String last = TEXT.replace("max-epoch 102", "max-epoch " + Integer.MAX_VALUE);
        assertThat(ClusterStateText.read(checksummed(last)).maxEpoch()).isEqualTo(Integer.MAX_VALUE);
    }

    private static String quoted(String replacement) {
        return replacement.replace("\\", "\\\\");
    }

    @Test
    void saysWhatIsWrongWithTheEnd() {
        String written = new String(checksummed(TEXT), UTF_8);
        assertThatThrownBy(() -> ClusterStateText.read(
                        written.replace("stamp 6", "stamp 5").getBytes(UTF_8)))
                .hasMessageContaining("does not end with its checksum, 'crc32c ");
        assertThatThrownBy(() -> ClusterStateText.read(TEXT.getBytes(UTF_8)))
                .hasMessageContaining("without a checksum");
        assertThatThrownBy(() -> ClusterStateText.read(checksummed(TEXT + "colour blue\n")))
                .hasMessageContaining("line 39: 'colour blue' is unknown");
        assertThatThrownBy(() -> ClusterStateText.read(new byte[0])).hasMessageContaining("begins with ''");
    }

    @Test
    void aDamagedSecretIsNotRepeated() {
        String damaged = TEXT.replace("secret 0", "secret !");
        assertThatThrownBy(() -> ClusterStateText.read(checksummed(damaged)))
                .isInstanceOf(CorruptRegistryException.class)
                .hasMessageContaining("line 3: the secret cannot be read")
                .hasMessageNotContaining("!");
    }

    @Test
    void theSecretOfAStateIsWrittenButNotShown() {
        ClusterState guarded = REGISTRY.withSecret(RegistrySecret.draw(new Random(1)));
        assertThat(ClusterStateText.read(ClusterStateText.write(guarded)))
                .isEqualTo(guarded)
                .isNotEqualTo(REGISTRY);
        assertThat(guarded.toString()).doesNotContain(guarded.secret().digits());
    }

    @Test
    void membersInAnotherOrderAreNotRead() {
        String first = "  member 00000000000000010000000000000001\n";
        String second = "  member 00000000000000010000000000000002\n";
        assertDamaged(checksummed(TEXT.replace(first + second, second + first)), "the other order");
    }

    @Test
    void aSecretIsAKeyOfAllItsDigits() {
        RegistrySecret secret = RegistrySecret.parse("0123456789abcdef".repeat(4));
        assertThat(HexFormat.of().formatHex(secret.key())).isEqualTo(secret.digits());
    }

    @Test
    void anIncarnationIsShownByItsFirstDigits() {
        assertThat(new Incarnation(0x0123456789abcdefL, 1).shortId()).isEqualTo("01234567");
    }

    @Test
    void anIncarnationIsWrittenAndRead() {
        for (Incarnation id : List.of(A, C, Incarnation.GENESIS, new Incarnation(Long.MIN_VALUE, -1))) {
            assertThat(Incarnation.parse(id.toString())).isEqualTo(id);
        }
        for (String wrong : List.of("", "0".repeat(31), "0".repeat(33), "F".repeat(32), "+" + "0".repeat(31))) {
            assertThatThrownBy(() -> Incarnation.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void linesThatALaterVersionHasAddedAreKept() {
        String later = TEXT.replace("current ", "weather \"fine\"\ncolour blue 3\ncurrent ")
                .replace("stamp 2\n", "stamp 2\n  weight 7\n");
        ClusterState read = ClusterStateText.read(checksummed(later));
        assertThat(read.unknownLines()).containsExactly("weather \"fine\"", "colour blue 3");
        assertThat(ClusterStates.record(read, A).unknownLines()).containsExactly("  weight 7");
        ClusterState renewed = after(read, renew(A), join(new Incarnation(9, 9)));
        assertThat(ClusterStateText.read(ClusterStateText.write(renewed))).isEqualTo(renewed);
        assertThat(renewed.unknownLines()).isEqualTo(read.unknownLines());
        assertThat(ClusterStates.record(renewed, A).unknownLines()).containsExactly("  weight 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"weather ", "Weather fine", "weather  fine ", "crc32c 1", "revision 9"})
    void notEveryLineIsOneOfALaterVersion(String line) {
        assertDamaged(checksummed(TEXT.replace("current ", line + "\ncurrent ")), line);
    }
}
