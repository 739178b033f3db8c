package org.peerlock.registry.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.http.TlsFiles;

/**
 * What a URL says about where a registry is.
 *
 * @param server the API server
 * @param name the first part of the names of Secrets
 * @param tokenFile has the token of the service account; without it, requests have no token
 */
record KubernetesUrl(URI server, String namespace, String name, Optional<Path> tokenFile, TlsFiles tlsFiles) {

    static final String SCHEME = "k8s";

    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    private static final String LABEL = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
    private static final Pattern URL =
            Pattern.compile("(?i:k8s)://(" + LABEL + ")?/(" + LABEL + ")/?(?:\\?([^#\\s]*))?");
    private static final Pattern SERVER = Pattern.compile("https?://[A-Za-z0-9._:\\[\\]-]+");

    /**
     * @throws IllegalArgumentException if it cannot be understood; the message has no secrets
     * @throws IOException if the files of the service account cannot be read
     */
    static KubernetesUrl parse(String url, Map<String, String> environment) throws IOException {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "the URL of Kubernetes cannot be understood; write it as k8s://namespace/name,"
                            + " or k8s:///name for the namespace of this pod; both in lower-case letters, digits and '-'");
        }
        Map<String, String> parameters = parameters(matcher.group(3));
        String server = parameters.get("server");
        boolean inPod = server == null;
        return new KubernetesUrl(
                server == null ? serverOfPod(environment) : server(server),
                matcher.group(1) == null ? namespaceOfPod() : matcher.group(1),
                matcher.group(2),
                file(parameters, "token").or(() -> serviceAccount(inPod, "token")),
                new TlsFiles(
                        file(parameters, "ca").or(() -> serviceAccount(inPod, "ca.crt")),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static Optional<Path> serviceAccount(boolean inPod, String file) {
        return inPod ? Optional.of(SERVICE_ACCOUNT.resolve(file)) : Optional.empty();
    }

    private static URI server(String text) {
        if (!SERVER.matcher(text).matches()) {
            throw new IllegalArgumentException("the parameter server= is not like https://host:port");
        }
        return URI.create(text);
    }

    private static URI serverOfPod(Map<String, String> environment) {
        String host = environment.get("KUBERNETES_SERVICE_HOST");
        if (host == null) {
            throw new IllegalArgumentException("this process runs in no pod: KUBERNETES_SERVICE_HOST is not set;"
                    + " add ?server=https://host:port&ca=FILE&token=FILE to the URL");
        }
        String literal = host.contains(":") ? "[" + host + "]" : host;
        return URI.create("https://" + literal + ":" + environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443"));
    }

    private static String namespaceOfPod() throws IOException {
        Path file = SERVICE_ACCOUNT.resolve("namespace");
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException("the namespace of this pod cannot be read from " + file + "; name it in the URL", e);
        }
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (equals < 0 || !List.of("server", "ca", "token").contains(name)) {
                throw new IllegalArgumentException(
                        "the URL of Kubernetes knows only the parameters server=, ca= and token=, the last two name files");
            }
            parameters.put(
                    name, URLDecoder.decode(parameter.substring(equals + 1).replace("+", "%2B"), UTF_8));
        }
        return parameters;
    }

    private static Optional<Path> file(Map<String, String> parameters, String name) {
        return Optional.ofNullable(parameters.get(name)).map(Path::of);
    }
}
