package org.peerlock;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of the library. */
final class Version {

    /**
     * The version that the build wrote beside the classes; {@code development} if there is none.
     */
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
            return known(""); // no reason to refuse locks
        }
    }

    /** Without Maven, the file has the placeholder that Maven would have replaced. */
    static String known(String written) {
        return written.isEmpty() || written.startsWith("$") ? "development" : written;
    }
}
