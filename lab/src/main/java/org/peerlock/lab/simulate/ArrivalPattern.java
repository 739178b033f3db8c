package org.peerlock.lab.simulate;

import java.math.BigDecimal;

/** When the applications make requests. */
public sealed interface ArrivalPattern {

    /**
     * One request at a time in the whole system, by a random node, when no message is under way.
     */
    record Light() implements ArrivalPattern {
        @Override
        public String toString() {
            return "light";
        }
    }

    /** Each node makes its next request as soon as it has left. */
    record Saturated() implements ArrivalPattern {
        @Override
        public String toString() {
            return "saturated";
        }
    }

    /**
     * At each node requests arrive as a Poisson process; those that arrive while another is under
     * way wait for it.
     */
    record Poisson(double rate) implements ArrivalPattern {
        @Override
        public String toString() {
            return "poisson:" + number(rate);
        }
    }

    /** Each node thinks for a time after it has left, then makes its next request. */
    record Think(Distribution time) implements ArrivalPattern {
        @Override
        public String toString() {
            return "think:" + time;
        }
    }

    /**
     * Periodically all nodes make requests: at once, or each at a random time within a spread.
     */
    record Burst(double period, double spread) implements ArrivalPattern {
        @Override
        public String toString() {
            return "burst:" + number(period) + (spread == 0 ? "" : "," + number(spread));
        }
    }

    /** Like {@link Poisson}, but node 1 makes this share of all requests. */
    record Hotspot(double share, double rate) implements ArrivalPattern {
        @Override
        public String toString() {
            return "hotspot:" + number(share) + "," + number(rate);
        }
    }

    /**
     * Parses an arrival pattern.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static ArrivalPattern parse(String text) {
        String[] parts = text.split(":", 2);
        try {
            if (parts.length == 1) {
                switch (parts[0]) {
                    case "light":
                        return new Light();
                    case "saturated":
                        return new Saturated();
                    default:
                }
            } else {
                String[] numbers = parts[1].split(",", -1);
                switch (parts[0]) {
                    case "poisson":
                        return new Poisson(positive(parts[1]));
                    case "think":
                        return new Think(
                                parts[1].contains(":")
                                        ? Distribution.parse(parts[1])
                                        : new Distribution.Exponential(positive(parts[1])));
                    case "burst":
                        if (numbers.length <= 2) {
                            return new Burst(positive(numbers[0]), numbers.length == 1 ? 0 : positive(numbers[1]));
                        }
                        break;
                    case "hotspot":
                        if (numbers.length == 2 && positive(numbers[0]) < 1) {
                            return new Hotspot(positive(numbers[0]), positive(numbers[1]));
                        }
                        break;
                    default:
                }
            }
        } catch (NumberFormatException e) {
            // falls through to the same message
        }
        throw new IllegalArgumentException("expected light, saturated, poisson:RATE, think:MEAN, think:DISTRIBUTION,"
                + " burst:PERIOD, burst:PERIOD,SPREAD or hotspot:SHARE,RATE with numbers above 0 and a share below 1, not '"
                + text + "'");
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static double positive(String number) {
        double value = Double.parseDouble(number);
        if (!(value > 0 && value < 1e9)) {
            throw new NumberFormatException(number);
        }
        return value;
    }
}
