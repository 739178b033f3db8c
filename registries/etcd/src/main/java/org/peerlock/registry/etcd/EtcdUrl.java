package org.peerlock.registry.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.http.TlsFiles;

/**
 * What a URL says about where a registry is, and who reads it.
 *
 * @param endpoints addresses of members, as {@code http://host:port} or {@code https://host:port}
 * @param credentials of a user of etcd, if there is one
 */
record EtcdUrl(List<URI> endpoints, String prefix, Optional<Credentials> credentials, TlsFiles tlsFiles) {

    static final String PLAIN = "etcd";
    static final String TLS = "etcds";

    private static final String USER_VARIABLE = "PEERLOCK_REGISTRY_USER";
    private static final String PASSWORD_VARIABLE = "PEERLOCK_REGISTRY_PASSWORD";
    private static final String FORM = "write it as etcd://host1:2379,host2:2379/prefix, or etcds:// for TLS";
    private static final int DEFAULT_PORT = 2379;

    /** The JDK's class for URLs knows no lists of IPv6 addresses. */
    private static final Pattern URL = Pattern.compile("([A-Za-z]+)://([^/?#\\s]*)([^?#\\s]*)(?:\\?([^#\\s]*))?");

    /** A name, an IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
    private static final Pattern ENDPOINT = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");

    private static final Pattern PATH = Pattern.compile("/+([^/]+(?:/[^/]+)*)/*");

    /** A user of etcd. */
    record Credentials(String user, String password) {

        /** Without the password. */
        @Override
        public String toString() {
            return user;
        }
    }

    /** @throws IllegalArgumentException if it cannot be understood; the message has no secrets */
    static EtcdUrl parse(String url, Map<String, String> environment) {
        Matcher uri = URL.matcher(url);
        if (!uri.matches()) {
            throw new IllegalArgumentException("the URL of etcd cannot be understood; " + FORM);
        }
        String scheme = uri.group(1).toLowerCase(Locale.ROOT);
        String authority = uri.group(2);
        int at = authority.lastIndexOf('@');
        List<URI> endpoints = new ArrayList<>();
        for (String endpoint : authority.substring(at + 1).split(",", -1)) {
            endpoints.add(endpoint(scheme.equals(TLS) ? "https" : "http", endpoint));
        }
        Matcher path = PATH.matcher(decode(uri.group(3)));
        if (!path.matches()) {
            throw new IllegalArgumentException("the URL of etcd has no prefix for the keys; " + FORM);
        }
        Map<String, String> parameters = parameters(uri.group(4));
        if (!scheme.equals(TLS) && !parameters.isEmpty()) {
            throw new IllegalArgumentException("files for TLS need a URL that begins with etcds://");
        }
        return new EtcdUrl(
                List.copyOf(endpoints),
                path.group(1),
                at < 0 ? fromEnvironment(environment) : Optional.of(credentials(authority.substring(0, at))),
                new TlsFiles(file(parameters, "ca"), file(parameters, "cert"), file(parameters, "key")));
    }

    private static URI endpoint(String scheme, String text) {
        Matcher matcher = ENDPOINT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    (text.isEmpty() ? "the URL of etcd has no host" : "not a host and port: '" + text + "'") + "; "
                            + FORM);
        }
        int port = matcher.group(2) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(2));
        return URI.create(scheme + "://" + matcher.group(1) + ":" + port);
    }

    private static Credentials credentials(String userInfo) {
        int colon = userInfo.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "the URL of etcd has a user without a password; write user:password@host, or" + " set "
                            + USER_VARIABLE + " and " + PASSWORD_VARIABLE);
        }
        return new Credentials(decode(userInfo.substring(0, colon)), decode(userInfo.substring(colon + 1)));
    }

    private static Optional<Credentials> fromEnvironment(Map<String, String> environment) {
        String user = environment.get(USER_VARIABLE);
        String password = environment.get(PASSWORD_VARIABLE);
        if ((user == null) != (password == null)) {
            throw new IllegalArgumentException("set both " + USER_VARIABLE + " and " + PASSWORD_VARIABLE + ", or none");
        }
        return user == null || password == null ? Optional.empty() : Optional.of(new Credentials(user, password));
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (equals < 0 || !List.of("ca", "cert", "key").contains(name)) {
                throw new IllegalArgumentException("the URL of etcd knows only the parameters ca=, cert= and key=");
            }
            parameters.put(name, decode(parameter.substring(equals + 1)));
        }
        return parameters;
    }

    private static Optional<Path> file(Map<String, String> parameters, String name) {
        return Optional.ofNullable(parameters.get(name)).map(Path::of);
    }

    /** As in a URL, not as in a form: a plus sign is a plus sign. */
    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            // The JDK's message repeats what may be a secret, so it is no cause here.
            throw new IllegalArgumentException("the URL of etcd has a wrong % in it; write %25 for %");
        }
    }
}
