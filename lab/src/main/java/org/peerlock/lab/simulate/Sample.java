package org.peerlock.lab.simulate;

import java.util.Arrays;

/** A sample of measured values. */
public final class Sample {

    /** Student's t for two-sided 95 %, for 1 to 30 degrees of freedom. */
    private static final double[] T95 = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private double[] values = new double[16];
    private int size;
    private double sum;

    /** Creates a sample without values. */
    public Sample() {}

    public void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
        sum += value;
    }

    public int size() {
        return size;
    }

    /** The mean; NaN if there are no values. */
    public double mean() {
        return sum / size;
    }

    /**
     * The least value that is not less than a share {@code p} of all values; NaN if there are none.
     */
    public double percentile(double p) {
        if (size == 0) {
            return Double.NaN;
        }
        double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(p * size) - 1)];
    }

    public double max() {
        return percentile(1);
    }

    public double min() {
        return percentile(0);
    }

    /**
     * Half the width of the 95 % confidence interval of the mean, for independent values; NaN for
     * fewer than two.
     */
    public double confidence95() {
        if (size < 2) {
            return Double.NaN;
        }
        if (min() == max()) {
            return 0; // exact, although the mean may be rounded
        }
        double squares = 0;
        for (int i = 0; i < size; i++) {
            squares += (values[i] - mean()) * (values[i] - mean());
        }
        double t = size - 1 <= T95.length ? T95[size - 2] : 1.96;
        return t * Math.sqrt(squares / (size - 1) / size);
    }

    /** Mean, percentiles and extremes. */
    public Summary summary() {
        return new Summary(size, mean(), percentile(0.5), percentile(0.99), min(), max());
    }

    /** The summary of a sample. */
    public record Summary(int count, double mean, double p50, double p99, double min, double max) {}
}
