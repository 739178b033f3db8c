package org.peerlock.registry.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.http.HttpConnections;
import org.peerlock.registry.http.Json;
import org.peerlock.registry.http.Reply;
import org.peerlock.registry.http.Request;
import org.peerlock.registry.http.RequestFailedException;

/**
 * Keeps the registry in a Secret of Kubernetes. A ConfigMap would be readable by everybody who may
 * view the namespace.
 *
 * <p>A tag is the Secret's {@code uid} and {@code resourceVersion}. A Secret that is deleted and
 * created again has another {@code uid}. A write names both: without the {@code resourceVersion},
 * the API server would replace any content.
 */
final class KubernetesRegistryStore implements RegistryStore {

    private static final String DATA_KEY = "registry";
    private static final String OWNER_LABEL = "app.kubernetes.io/managed-by";
    private static final String OWNER = "peerlock";
    /** What Kubernetes allows for the data of a Secret. */
    private static final int LARGEST = 1024 * 1024;

    private static final Pattern TAG = Pattern.compile("([^/\\s]+)/([^/\\s]+)");

    private final KubernetesUrl url;
    private final String secret;
    private final HttpConnections connections;

    KubernetesRegistryStore(KubernetesUrl url, String cluster) {
        this.url = url;
        secret = SecretName.of(url.name(), cluster);
        connections = new HttpConnections(url.tlsFiles());
    }

    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        Reply reply = send("GET", secrets() + "/" + secret, new byte[0], Deadline.in(timeout));
        Json json = parse(reply);
        if (reply.status() == 404 && isStatus(json)) {
            return TaggedBytes.ABSENT;
        }
        if (reply.status() != 200 || !isSecret(json)) {
            throw new IOException(sentence(reply, json));
        }
        if (!json.text("metadata", "labels", OWNER_LABEL).equals(OWNER)) {
            throw new IOException("the Secret " + secret + " was not written by Peerlock; choose another name");
        }
        return new TaggedBytes(
                json.text("metadata", "uid") + "/" + json.text("metadata", "resourceVersion"),
                Base64.getDecoder().decode(json.text("data", DATA_KEY)));
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        if (content.length > LARGEST) {
            throw new IOException("the registry has " + content.length + " bytes; a Secret holds at most " + LARGEST);
        }
        if (tag.equals(TaggedBytes.ABSENT.tag())) {
            return write("POST", secrets(), Map.of(), content, deadline);
        }
        Matcher matcher = TAG.matcher(tag);
        return matcher.matches()
                && write(
                        "PUT",
                        secrets() + "/" + secret,
                        Map.of("uid", matcher.group(1), "resourceVersion", matcher.group(2)),
                        content,
                        deadline);
    }

    private boolean write(String method, String path, Map<String, String> condition, byte[] content, Deadline deadline)
            throws IOException {
        Map<String, Object> metadata = new HashMap<>(condition);
        metadata.put("name", secret);
        metadata.put("namespace", url.namespace());
        metadata.put("labels", Map.of(OWNER_LABEL, OWNER));
        byte[] body = Json.write(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Secret",
                "type",
                "Opaque",
                "metadata",
                metadata,
                "data",
                Map.of(DATA_KEY, Base64.getEncoder().encodeToString(content))));
        Reply reply;
        try {
            reply = send(method, path, body, deadline);
        } catch (RequestFailedException e) {
            throw e.sent() ? new UnknownOutcomeException(String.valueOf(e.getMessage()), e) : e;
        }
        Json json = parse(reply);
        if (reply.status() < 300 && isSecret(json)) {
            return true;
        }
        boolean replacesNothing = reply.status() == 404 && method.equals("PUT");
        if (isStatus(json) && (reply.status() == 409 || replacesNothing)) {
            return false;
        }
        throw isRefusal(reply, json)
                ? new IOException(sentence(reply, json))
                : new UnknownOutcomeException(sentence(reply, json));
    }

    /**
     * Whether the API server has certainly not written. It checks and limits requests before it
     * writes. Errors from 500 on, its timeouts among them, may come later. The reply to too many
     * requests is a plain text.
     */
    private static boolean isRefusal(Reply reply, Json json) {
        return reply.status() == 429 || (isStatus(json) && reply.status() >= 400 && reply.status() < 500);
    }

    private static boolean isSecret(Json json) {
        return json.text("kind").equals("Secret")
                && !json.text("metadata", "uid").isEmpty()
                && !json.text("metadata", "resourceVersion").isEmpty();
    }

    private static boolean isStatus(Json json) {
        return json.text("kind").equals("Status");
    }

    /** A reply that is no JSON object reads as an empty one: no Secret, and no Status. */
    private static Json parse(Reply reply) throws IOException {
        try {
            return Json.parse(reply.body());
        } catch (IOException e) {
            return Json.parse(Json.write(Map.of()));
        }
    }

    private String sentence(Reply reply, Json json) {
        String said = isStatus(json) ? ": " + json.text("message") : ", but not as an API server does";
        return switch (reply.status()) {
            case 401 -> "Kubernetes does not accept the token of this service account" + said;
            case 403 ->
                "Kubernetes forbids access to the Secret; its role needs the verbs get and update on secrets with"
                        + " resourceNames [" + secret + "], and create on secrets, in namespace " + url.namespace()
                        + said;
            case 404 -> "Kubernetes knows no namespace " + url.namespace() + said;
            case 429 -> "the API server of Kubernetes is overloaded";
            default -> "the API server of Kubernetes replied " + reply.status() + said;
        };
    }

    private Reply send(String method, String path, byte[] body, Deadline deadline) throws IOException {
        Map<String, String> headers = new HashMap<>();
        headers.put("Accept", "application/json");
        headers.put("Content-Type", "application/json");
        if (url.tokenFile().isPresent()) {
            headers.put("Authorization", "Bearer " + token(url.tokenFile().get()));
        }
        return connections.send(new Request(method, url.server().resolve(path), headers, body), deadline, deadline);
    }

    private String secrets() {
        return "/api/v1/namespaces/" + url.namespace() + "/secrets";
    }

    /** Kubernetes replaces the token from time to time, so it is read for each call. */
    private static String token(Path file) throws IOException {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException("the token of the service account cannot be read from " + file, e);
        }
    }

    @Override
    public List<String> serverHosts() {
        return List.of(url.server().getHost());
    }

    @Override
    public String describe() {
        return "Kubernetes at " + url.server() + ", Secret " + secret + " in namespace " + url.namespace();
    }

    @Override
    public Durability durability(Duration timeout) throws IOException {
        Reply reply = send("GET", "/version", new byte[0], Deadline.in(timeout));
        String version = parse(reply).text("gitVersion");
        return new Durability(
                Map.of("version", version.isEmpty() ? "unknown" : version),
                "The store of the control plane keeps the Secret, and Kubernetes does not tell how. A backup of it that"
                        + " is restored loses acknowledged writes: stop all processes of the cluster first.");
    }

    @Override
    public void close() {
        connections.close();
    }
}
