package org.peerlock.cli.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Some permits of a semaphore. */
record Permits(int wanted, int of) {

    /** Parses {@code 1/5}. */
    static final class Converter implements ITypeConverter<Permits> {

        private static final Pattern TEXT = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

        @Override
        public Permits convert(String text) {
            Matcher parts = TEXT.matcher(text);
            if (parts.matches()) {
                Permits permits = new Permits(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
                if (permits.wanted > permits.of) {
                    throw new TypeConversionException("cannot acquire " + permits.wanted + " of " + permits.of
                            + " permits; write N/K, where N is at most K, such as 1/5");
                } else if (permits.wanted >= 1) {
                    return permits;
                }
            }
            throw new TypeConversionException("'" + text + "' is not a number of permits; write N/K, such as 1/5");
        }
    }
}
