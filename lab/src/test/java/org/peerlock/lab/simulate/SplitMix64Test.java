package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers are those that are published, and the draws have the distributions that they claim. */
class SplitMix64Test {

    private static final int DRAWS = 200_000;

    private static long[] first(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        return LongStream.range(0, 5).map(any -> random.nextLong()).toArray();
    }

    /** S. Vigna's splitmix64.c, whose numbers many implementations quote as their test. */
    @Test
    void theNumbersAreThosePublishedForTheseSeeds() {
        assertThat(first(1234567))
                .containsExactly(
                        Long.parseUnsignedLong("6457827717110365317"),
                        Long.parseUnsignedLong("3203168211198807973"),
                        Long.parseUnsignedLong("9817491932198370423"),
                        Long.parseUnsignedLong("4593380528125082431"),
                        Long.parseUnsignedLong("16408922859458223821"));
        assertThat(first(0))
                .containsExactly(
                        0xE220A8397B1DCDAFL,
                        0x6E789E6AA1B965F4L,
                        0x06C45D188009454FL,
                        0xF88BB8A8724C81ECL,
                        0x1B39896A51A8749BL);
    }

    /** Its authors wrote the class of Java, too. */
    @Test
    void aSplitGeneratorIsThatOfTheAuthors() {
        SplittableRandom theirs = new SplittableRandom(42);
        SplitMix64 ours = new SplitMix64(42);
        for (int i = 0; i < 1000; i++) {
            assertThat(ours.nextLong()).isEqualTo(theirs.nextLong());
            theirs = theirs.split();
            ours = ours.split();
        }
    }

    /** If one of these changes, every recorded seed of a run has another meaning. */
    @Test
    void theFirstDrawsOfASeedNeverChange() {
        SplitMix64 random = new SplitMix64(1);
        assertThat(random.nextLong()).isEqualTo(-7995527694508729151L);
        assertThat(random.nextInt(10)).isEqualTo(2);
        assertThat(random.nextInt(7)).isEqualTo(1);
        assertThat(random.nextLong(1_000_000_000_000L)).isEqualTo(376910890117L);
        assertThat(random.nextBoolean()).isFalse();
        assertThat(random.nextDouble()).isEqualTo(0.762894391911761);
        assertThat(random.nextExponential()).isEqualTo(2.0984098011533296);
        assertThat(random.nextExponential()).isEqualTo(0.7403796362744507);
        assertThat(random.nextGaussian()).isEqualTo(-0.6643745494506655);
        assertThat(random.nextGaussian()).isEqualTo(-1.5075493027609177);
        List<Integer> cards = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        new SplitMix64(1).shuffle(cards);
        assertThat(cards).containsExactly(1, 4, 2, 5, 6, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10, 16, 1000})
    void aBoundedIntIsEquallyLikelyToBeAnyOfThem(int bound) {
        SplitMix64 random = new SplitMix64(bound);
        long[] counts = new long[bound];
        long[] longCounts = new long[bound];
        for (int i = 0; i < DRAWS; i++) {
            counts[random.nextInt(bound)]++;
            longCounts[(int) random.nextLong(bound)]++;
        }
        assertThat(chiSquare(counts)).isLessThan(exceededOnceInAMillion(bound - 1));
        assertThat(chiSquare(longCounts)).isLessThan(exceededOnceInAMillion(bound - 1));
    }

    private static double chiSquare(long[] counts) {
        double expected = (double) DRAWS / counts.length;
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    /** An upper bound, by Wilson and Hilferty. */
    private static double exceededOnceInAMillion(int freedom) {
        double part = 2.0 / (9 * Math.max(1, freedom));
        return 2 + Math.max(1, freedom) * Math.pow(1 - part + 4.75 * Math.sqrt(part), 3);
    }

    /** With the remainder alone, the lowest third would be drawn in half of the cases. */
    @Test
    void aLargeBoundHasNoBias() {
        SplitMix64 random = new SplitMix64(5);
        int bound = 3 << 29;
        long longBound = 3L << 61;
        int low = 0;
        int longLow = 0;
        for (int i = 0; i < DRAWS; i++) {
            low += random.nextInt(bound) < bound / 3 ? 1 : 0;
            longLow += random.nextLong(longBound) < longBound / 3 ? 1 : 0;
        }
        assertThat((double) low / DRAWS).isCloseTo(1.0 / 3, within(0.01));
        assertThat((double) longLow / DRAWS).isCloseTo(1.0 / 3, within(0.01));
    }

    @Test
    void aBoundIsAtLeastOne() {
        assertThatThrownBy(() -> new SplitMix64(1).nextInt(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SplitMix64(1).nextLong(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void hasMoments(ToDoubleFunction<SplitMix64> draw, double... moments) {
        SplitMix64 random = new SplitMix64(9);
        double[] sums = new double[moments.length];
        for (int i = 0; i < DRAWS; i++) {
            double value = draw.applyAsDouble(random);
            double power = 1;
            for (int k = 0; k < moments.length; k++) {
                power *= value;
                sums[k] += power;
            }
        }
        for (int k = 0; k < moments.length; k++) {
            assertThat(sums[k] / DRAWS)
                    .as("moment " + (k + 1))
                    .isCloseTo(moments[k], within(0.02 * Math.max(1, moments[k])));
        }
    }

    @Test
    void theDrawsHaveTheMomentsOfTheirDistributions() {
        hasMoments(SplitMix64::nextDouble, 1.0 / 2, 1.0 / 3, 1.0 / 4);
        hasMoments(SplitMix64::nextExponential, 1, 2, 6);
        hasMoments(SplitMix64::nextGaussian, 0, 1, 0, 3);
        hasMoments(random -> random.nextBoolean() ? 1 : 0, 0.5);
    }

    @Test
    void theTailsOfTheDrawsAreAsLongAsTheyShouldBe() {
        SplitMix64 random = new SplitMix64(11);
        int exponential = 0;
        int normal = 0;
        for (int i = 0; i < DRAWS; i++) {
            exponential += random.nextExponential() > 3 ? 1 : 0;
            normal += random.nextGaussian() > 2 ? 1 : 0;
        }
        assertThat((double) exponential / DRAWS).isCloseTo(Math.exp(-3), within(0.002));
        assertThat((double) normal / DRAWS).isCloseTo(0.02275, within(0.002));
    }

    @Test
    void eachOrderOfAListIsEquallyLikely() {
        SplitMix64 random = new SplitMix64(3);
        Map<List<Integer>, Integer> counts =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        for (int i = 0; i < DRAWS; i++) {
            List<Integer> cards = new ArrayList<>(List.of(1, 2, 3, 4));
            random.shuffle(cards);
            counts.merge(cards, 1, Integer::sum);
        }
        assertThat(counts).hasSize(24);
        assertThat(chiSquare(
                        counts.values().stream().mapToLong(Integer::longValue).toArray()))
                .isLessThan(exceededOnceInAMillion(23));
    }

    @Test
    void aGeneratorAndOneSplitFromItAreNotCorrelated() {
        SplitMix64 one = new SplitMix64(17);
        SplitMix64 other = one.split();
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            sum += one.nextGaussian() * other.nextGaussian();
        }
        assertThat(sum / DRAWS).isCloseTo(0, within(0.01));
    }

    /** Those of the Java library may differ from platform to platform. */
    @ParameterizedTest
    @ValueSource(strings = {"lab/src/main/java", "testkit/src/main/java"})
    void noSimulationHasOtherRandomNumbers(String sources) throws IOException {
        Pattern others = Pattern.compile(
                "\\b(SplittableRandom|ThreadLocalRandom|SecureRandom|java\\.util\\.Random|Math\\.random)\\b");
        try (Stream<Path> files = Files.walk(Path.of("..").resolve(sources))) {
            List<Path> java =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(java).hasSizeGreaterThan(10);
            for (Path file : java) {
                assertThat(others.matcher(Files.readString(file)).find())
                        .as(file.toString())
                        .isFalse();
            }
        }
    }
}
