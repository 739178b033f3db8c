package org.peerlock.lab.simulate;

/**
 * A distribution of times. Written as {@code constant:1}, {@code uniform:1,3},
 * {@code exponential:2}, {@code lognormal:1,0.5}.
 */
public sealed interface Distribution {

    /** One unit of time in ticks: virtual time is an integer, so that sums are exact. */
    long UNIT = 1_000_000;

    /** The longest time allowed, in units: sums of a few such times do not overflow. */
    double LONGEST = 1e12;

    /** Draws a time in ticks; {@link #UNIT} ticks are one unit. */
    long draw(SplitMix64 random);

    /** The mean, in units. */
    double mean();

    /** The greatest value, in units; without a bound, three times the mean. */
    default double longest() {
        return 3 * mean();
    }

    /** Whether there is a greatest value. */
    default boolean bounded() {
        return false;
    }

    /** Always the same value. */
    record Constant(double value) implements Distribution {
        @Override
        public long draw(SplitMix64 random) {
            return ticks(value);
        }

        @Override
        public double mean() {
            return value;
        }

        @Override
        public double longest() {
            return value;
        }

        @Override
        public boolean bounded() {
            return true;
        }

        @Override
        public String toString() {
            return "constant:" + number(value);
        }
    }

    /** Uniform between two values. */
    record Uniform(double least, double most) implements Distribution {
        @Override
        public long draw(SplitMix64 random) {
            return ticks(least + (most - least) * random.nextDouble());
        }

        @Override
        public double mean() {
            return (least + most) / 2;
        }

        @Override
        public double longest() {
            return most;
        }

        @Override
        public boolean bounded() {
            return true;
        }

        @Override
        public String toString() {
            return "uniform:" + number(least) + "," + number(most);
        }
    }

    /** Exponential, which has no memory. */
    record Exponential(double mean) implements Distribution {
        @Override
        public long draw(SplitMix64 random) {
            return ticks(mean * random.nextExponential());
        }

        @Override
        public String toString() {
            return "exponential:" + number(mean);
        }
    }

    /** Log-normal: mostly near the median, sometimes far above. */
    record Lognormal(double median, double sigma) implements Distribution {
        @Override
        public long draw(SplitMix64 random) {
            return ticks(median * StrictMath.exp(sigma * random.nextGaussian()));
        }

        @Override
        public double mean() {
            return median * StrictMath.exp(sigma * sigma / 2);
        }

        /** A time that is exceeded once in 10^15 draws. */
        double rarelyExceeded() {
            return median * StrictMath.exp(8 * sigma);
        }

        @Override
        public String toString() {
            return "lognormal:" + number(median) + "," + number(sigma);
        }
    }

    private static long ticks(double units) {
        return Math.round(units * UNIT);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /**
     * Parses a distribution.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static Distribution parse(String text) {
        String[] parts = text.split(":", 2);
        String[] numbers = parts.length < 2 ? new String[0] : parts[1].split(",", -1);
        try {
            if (parts[0].equals("constant") && numbers.length == 1) {
                return new Constant(positive(numbers[0]));
            } else if (parts[0].equals("uniform") && numbers.length == 2) {
                Uniform uniform = new Uniform(positive(numbers[0]), positive(numbers[1]));
                if (uniform.least() <= uniform.most()) {
                    return uniform;
                }
            } else if (parts[0].equals("exponential") && numbers.length == 1) {
                return new Exponential(positive(numbers[0]));
            } else if (parts[0].equals("lognormal") && numbers.length == 2) {
                Lognormal lognormal = new Lognormal(positive(numbers[0]), positive(numbers[1]));
                if (lognormal.rarelyExceeded() > LONGEST) {
                    throw new IllegalArgumentException("the times of " + text + " reach from nothing to more than "
                            + (long) LONGEST + " units, too long to be counted: take a smaller SIGMA");
                }
                return lognormal;
            }
        } catch (NumberFormatException e) {
            // falls through to the same message
        }
        throw new IllegalArgumentException("expected constant:V, uniform:LEAST,MOST, exponential:MEAN or"
                + " lognormal:MEDIAN,SIGMA with numbers of at least 0, not '" + text + "'");
    }

    private static double positive(String number) {
        double value = Double.parseDouble(number);
        if (!(value >= 0 && value < 1e9)) {
            throw new NumberFormatException(number);
        }
        return value;
    }
}
