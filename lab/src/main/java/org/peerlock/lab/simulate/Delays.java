package org.peerlock.lab.simulate;

import java.util.List;

/**
 * Message delays: the same distribution on all links, or a mean for each pair of regions.
 *
 * <p>Written as a {@link Distribution}, or as {@code wan} for three regions far apart, or as
 * {@code matrix:0.5,40;40,0.5}: a mean for each pair of regions, row by row; node i is in region i
 * modulo their number, and delays vary by a tenth.
 */
public final class Delays {

    /** Milliseconds between Virginia, Ireland and Singapore, one way. */
    private static final String WAN = "matrix:0.5,38,110;38,0.5,90;110,90,0.5";

    private final String text;
    private final List<List<Distribution>> regions;

    private Delays(String text, List<List<Distribution>> regions) {
        this.text = text;
        this.regions = regions;
    }

    /** The same distribution on all links. */
    public static Delays of(Distribution everywhere) {
        return new Delays(everywhere.toString(), List.of(List.of(everywhere)));
    }

    /**
     * Parses delays.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static Delays parse(String text) {
        if (text.equals("wan")) {
            return new Delays(text, parse(WAN).regions);
        }
        if (!text.startsWith("matrix:")) {
            return of(Distribution.parse(text));
        }
        List<List<Distribution>> rows = List.of(
                        text.substring("matrix:".length()).split(";", -1))
                .stream()
                .map(Delays::row)
                .toList();
        if (rows.stream().anyMatch(row -> row.size() != rows.size())) {
            throw new IllegalArgumentException(
                    "a matrix has as many numbers in each row as it has rows, as in matrix:0.5,40;40,0.5, not '" + text
                            + "'");
        }
        return new Delays(text, rows);
    }

    private static List<Distribution> row(String text) {
        return List.of(text.split(",", -1)).stream()
                .map(number -> {
                    double mean = Distribution.parse("constant:" + number).mean();
                    return (Distribution) new Distribution.Uniform(0.9 * mean, 1.1 * mean);
                })
                .toList();
    }

    long draw(int from, int to, SplitMix64 random) {
        int count = regions.size();
        return regions.get(from % count).get(to % count).draw(random);
    }

    /** Whether all messages take the same time, so that none can overtake another. */
    boolean constant() {
        return regions.size() == 1 && regions.get(0).get(0) instanceof Distribution.Constant;
    }

    /**
     * The greatest delay, in units; without a bound, three times the mean.
     */
    public double longest() {
        return regions.stream()
                .flatMap(List::stream)
                .mapToDouble(Distribution::longest)
                .max()
                .orElseThrow();
    }

    /** Whether delays are bounded. */
    boolean bounded() {
        return regions.stream().flatMap(List::stream).allMatch(Distribution::bounded);
    }

    /** The mean over all pairs of regions, in units: the T of the formulas. */
    public double mean() {
        return regions.stream()
                .flatMap(List::stream)
                .mapToDouble(Distribution::mean)
                .average()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return text;
    }
}
