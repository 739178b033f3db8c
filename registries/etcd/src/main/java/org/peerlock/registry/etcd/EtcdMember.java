package org.peerlock.registry.etcd;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.http.HttpConnections;
import org.peerlock.registry.http.Json;
import org.peerlock.registry.http.Reply;
import org.peerlock.registry.http.Request;

/**
 * Talks to one member of etcd by its JSON gateway. Every call is one request, apart from
 * {@link #prepare}.
 */
final class EtcdMember {

    private static final Pattern VERSION = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6})\\..*");

    private final URI endpoint;
    private final HttpConnections connections;
    private volatile boolean checked;

    EtcdMember(URI endpoint, HttpConnections connections) {
        this.endpoint = endpoint;
        this.connections = connections;
    }

    /** Its host and port. */
    String address() {
        return endpoint.getRawAuthority();
    }

    /** At the first contact, asks whether this is a member that can serve. */
    void prepare(Deadline deadline) throws IOException {
        if (checked) {
            return;
        }
        Json status = call("/v3/maintenance/status", Map.of(), Optional.empty(), deadline, deadline);
        Matcher version = VERSION.matcher(status.text("version"));
        if (!version.matches() || !isAtLeast34(version)) {
            throw new IOException(address() + " is not etcd 3.4 or newer, but '" + status.text("version") + "'");
        }
        if (status.text("isLearner").equals("true")) {
            throw new IOException(address() + " is a learner of etcd; name members that vote");
        }
        for (String alarm : status.texts("errors")) {
            if (alarm.contains("NOSPACE")) {
                throw new IOException(
                        address() + ": the database of etcd is full (alarm NOSPACE); compact and defragment"
                                + " it, and disarm the alarm");
            } else if (alarm.contains("CORRUPT")) {
                throw new IOException(address() + ": etcd has found that its data is corrupt (alarm CORRUPT)");
            }
        }
        checked = true;
    }

    private static boolean isAtLeast34(Matcher version) {
        int major = Integer.parseInt(version.group(1));
        return major > 3 || (major == 3 && Integer.parseInt(version.group(2)) >= 4);
    }

    /** A token for a user; none if this etcd has no users. */
    Optional<String> authenticate(EtcdUrl.Credentials credentials, Deadline deadline) throws IOException {
        try {
            Json reply = call(
                    "/v3/auth/authenticate",
                    Map.of("name", credentials.user(), "password", credentials.password()),
                    Optional.empty(),
                    deadline,
                    deadline);
            return Optional.of(reply.text("token"));
        } catch (EtcdErrorException e) {
            if (e.error().text().contains("authentication is not enabled")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Sends one request.
     *
     * @throws EtcdErrorException if etcd replied an error
     * @throws org.peerlock.registry.http.RequestFailedException if nothing replied
     * @throws IOException if something replied that is not etcd
     */
    Json call(String path, Map<String, ?> body, Optional<String> token, Deadline connecting, Deadline deadline)
            throws IOException {
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        // A member without a leader refuses at once, instead of waiting for one.
        headers.put("Grpc-Metadata-hasleader", "true");
        token.ifPresent(secret -> headers.put("Authorization", secret));
        Request request = new Request("POST", endpoint.resolve(path), headers, Json.write(body));
        Reply reply = connections.send(request, connecting, deadline);
        Json json;
        try {
            json = Json.parse(reply.body());
        } catch (IOException e) {
            throw new IOException(address() + " replied " + reply.status() + ", but not as etcd 3.4 or newer does", e);
        }
        if (reply.status() != 200) {
            throw new EtcdErrorException(address(), EtcdError.of(reply.status(), json));
        }
        if (json.text("header", "cluster_id").isEmpty()) {
            throw new IOException(address() + " does not reply as etcd 3.4 or newer does");
        }
        return json;
    }
}
