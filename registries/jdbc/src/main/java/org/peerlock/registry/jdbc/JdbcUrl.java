package org.peerlock.registry.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which parts of a JDBC URL may be shown: parameters and credentials may not. */
final class JdbcUrl {

    /** {@code jdbc:postgresql:}, {@code jdbc:h2:tcp:} and the like, with the slashes that follow. */
    private static final Pattern KIND = Pattern.compile("jdbc:(?:[a-z0-9+-]+:)+(?://)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern SERVERS =
            Pattern.compile("jdbc:(?:[a-z0-9+-]+:)+@?//([^/\\s]+)", Pattern.CASE_INSENSITIVE);

    /** An IPv6 address in brackets, or a name; and perhaps an instance and a port. */
    private static final Pattern HOST = Pattern.compile("(?:\\[([^]]+)]|([^,:\\\\]+))(?:\\\\[^,:]*)?(?::[0-9]+)?,?");

    /** Begins the parameters. */
    private static final Pattern PARAMETERS = Pattern.compile("[?;&#(]");

    private static final Pattern SECRET =
            Pattern.compile("(?:pass|pwd|secret|token|key)[^?;&#(),=]*=([^?;&#(),]+)", Pattern.CASE_INSENSITIVE);

    private JdbcUrl() {}

    /** Server and database, without credentials and without any parameter. */
    static String location(String url) {
        Matcher kind = KIND.matcher(url);
        if (!kind.lookingAt()) {
            return "jdbc:";
        }
        String prefix = kind.group();
        Matcher parameters = PARAMETERS.matcher(url);
        String shown = parameters.find() ? url.substring(0, parameters.start()) : url;
        int at = url.lastIndexOf('@');
        if (at >= shown.length()) {
            return prefix; // what stands before the parameters may be the beginning of a password
        }
        return at < 0 ? shown : prefix + shown.substring(at + 1);
    }

    /** The hosts of {@code //host1:port,host2/database} and the like; empty if the URL has none. */
    static List<String> hosts(String url) {
        Matcher servers = SERVERS.matcher(location(url));
        if (!servers.lookingAt()) {
            return List.of();
        }
        return HOST.matcher(servers.group(1))
                .results()
                .map(host -> host.group(1) == null ? host.group(2) : host.group(1))
                .toList();
    }

    /** The texts in the URL that nobody may see, as they are written and as they are meant. */
    static Set<String> secrets(String url) {
        Set<String> secrets = new HashSet<>();
        Matcher parameter = SECRET.matcher(url);
        while (parameter.find()) {
            add(parameter.group(1), secrets);
        }
        Matcher kind = KIND.matcher(url);
        int at = url.lastIndexOf('@');
        if (kind.lookingAt() && at > kind.end()) {
            String[] userAndPassword = url.substring(kind.end(), at).split("[:/]", 2);
            add(userAndPassword[userAndPassword.length - 1], secrets);
        }
        return secrets;
    }

    private static void add(String secret, Set<String> secrets) {
        secrets.add(secret);
        secrets.add(decoded(secret));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // it is not encoded
        }
    }
}
