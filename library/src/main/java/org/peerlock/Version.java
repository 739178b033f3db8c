package org.peerlock;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Of which version the library is. */
final class Version {

    /** As the build has written it beside the classes; {@code development} if no build has. */
    static final String OF_LIBRARY = read();

    private Version() {}

    private static String read() {
        try (InputStream in = Version.class.getResourceAsStream("library.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return known(properties.getProperty("version", ""));
        } catch (IOException e) {
            return known(""); // no reason to do without locks
        }
    }

    /** A program that was not built by Maven has what Maven would have replaced. */
    static String known(String written) {
        return written.isEmpty() || written.startsWith("$") ? "development" : written;
    }
}
