package org.peerlock.registry.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names of Secrets. A Secret's name consists of labels with dots between them; a label has
 * lower-case letters, digits and hyphens, and begins and ends with a letter or digit.
 *
 * <p>{@code locks.app} is the Secret of the cluster {@code app}. The name of a cluster that is no
 * label is made one, and a third label has its hash: {@code locks.my-app.0f3a…}. So no two clusters
 * share a Secret: names of two labels differ in the cluster, names of three labels in the hash.
 */
final class SecretName {

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final int LONGEST = 60;
    private static final int HASH_BYTES = 16;

    private SecretName() {}

    static String of(String name, String cluster) {
        if (LABEL.matcher(cluster).matches()) {
            return name + "." + cluster;
        }
        String legal = cluster.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "-");
        String cut = legal.substring(0, Math.min(LONGEST, legal.length()));
        return name + ".x" + cut + "x." + hash(cluster);
    }

    private static String hash(String cluster) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(cluster.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
