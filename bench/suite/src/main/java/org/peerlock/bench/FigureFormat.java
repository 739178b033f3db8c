package org.peerlock.bench;

import java.util.Locale;

/**
 * Formats numbers for a table, with about three significant digits; a dash stands for an unknown
 * number.
 */
final class FigureFormat {

    static final String NONE = "–";

    private FigureFormat() {}

    /** 1,234,567 or 12.3 or 0.012. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value) || value < 0) {
            return NONE;
        }
        String format = value >= 100 || value == 0 ? "%,.0f" : value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, format, value);
    }

    static String jain(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** The first number divided by the second, as in {@code 2.50 ×}. */
    static String ratio(double value, double other) {
        double ratio = value / other;
        return Double.isFinite(ratio) && ratio > 0 ? number(ratio) + " ×" : NONE;
    }
}
