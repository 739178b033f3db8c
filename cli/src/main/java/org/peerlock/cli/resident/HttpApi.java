package org.peerlock.cli.resident;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.Member;
import org.peerlock.Peer;
import org.peerlock.Peerlock;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.MemberClient;
import org.peerlock.cli.client.Protocol;
import org.peerlock.internal.text.DurationParser;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Handles the requests of clients. Called on the server's event loop, which must not block: requests that wait for other members
 * run on worker threads. Cancelling a response withdraws its request.
 */
final class HttpApi {

    static final String SEE_DOCUMENTATION = "see docs/NODE.md";

    private static final String ROOT = "/v" + Protocol.VERSION;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    private static final Duration LONGEST_LEASE = Duration.ofDays(1);
    private static final Duration LONGEST_WATCH = Duration.ofHours(1);

    private final MemberClient member;
    private final EventLoop loop;
    private final Executor workers;
    private final ServedGrants grants;
    private final NodeAvailability nodeAvailability = new NodeAvailability();
    private final Set<Acquisition> waiting = ConcurrentHashMap.newKeySet();
    private final Map<String, Getter> getters;
    private final Map<String, Poster> posters;

    private interface Getter {
        CompletableFuture<ApiResponse> get(String rest, QueryStringDecoder query);
    }

    private interface Poster {
        CompletableFuture<ApiResponse> post(byte[] body, Channel connection, boolean keepAlive);
    }

    HttpApi(MemberClient member, EventLoop loop, Executor workers) {
        this.member = member;
        this.loop = loop;
        this.workers = workers;
        grants = new ServedGrants(loop);
        member.peerlock().addListener(nodeAvailability);
        getters = Map.of(
                ROOT,
                (rest, query) -> runOnWorker(this::nodeInfo),
                ROOT + "/members",
                (rest, query) -> runOnWorker(member::members),
                ROOT + "/locks",
                (rest, query) -> runOnWorker(member::locks),
                ROOT + "/locks/",
                (rest, query) -> runOnWorker(() -> member.inspect(rest)),
                ROOT + "/grants/",
                this::watch);
        posters = Map.of(
                ROOT + "/acquire",
                        (body, connection, keepAlive) ->
                                acquire(read(body, Protocol.AcquireParameters.class), connection, keepAlive),
                ROOT + "/renew", (body, connection, keepAlive) -> renew(read(body, Protocol.GrantReference.class)),
                ROOT + "/release", (body, connection, keepAlive) -> release(read(body, Protocol.GrantReference.class)));
    }

    /** Does some work once that is slow the first time, so that no client waits for it. */
    void warmUp() {
        byte[] text = Protocol.MAPPER.writeValueAsBytes(
                new Protocol.AcquireParameters("any", null, null, null, null, null, null));
        lockRequest(read(text, Protocol.AcquireParameters.class));
        Protocol.MAPPER.writeValueAsBytes(nodeInfo());
    }

    /**
     * Handles a request.
     *
     * @param keepAlive whether the client wants the connection to stay open
     * @return the response; an {@link ApiException} is thrown, or fails the response
     */
    CompletableFuture<ApiResponse> handle(
            HttpMethod method, String uri, byte[] body, Channel connection, boolean keepAlive) {
        QueryStringDecoder query = new QueryStringDecoder(uri);
        String path = query.path();
        String getting = prefix(path);
        Getter getter = getters.get(getting);
        Poster poster = posters.get(path);
        if (getter != null && method.equals(HttpMethod.GET)) {
            return getter.get(path.substring(getting.length()), query);
        } else if (poster != null && method.equals(HttpMethod.POST)) {
            return poster.post(body, connection, keepAlive);
        }
        boolean known = getter != null || poster != null;
        throw new ApiException(
                known ? HttpResponseStatus.METHOD_NOT_ALLOWED : HttpResponseStatus.NOT_FOUND,
                known ? path + " is for " + (getter != null ? "GET" : "POST") : "there is nothing at " + path,
                SEE_DOCUMENTATION);
    }

    /** The name of a lock may contain any characters, even slashes. */
    private String prefix(String path) {
        for (String prefix : List.of(ROOT + "/locks/", ROOT + "/grants/")) {
            if (path.startsWith(prefix) && path.length() > prefix.length()) {
                return prefix;
            }
        }
        return path;
    }

    private static <T> T read(byte[] body, Class<T> type) {
        try {
            T read = Protocol.MAPPER
                    .readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(body);
            if (read != null) {
                return read;
            }
        } catch (UnrecognizedPropertyException e) {
            throw badRequest("the request has an unknown field \"" + e.getPropertyName() + "\"; known are "
                    + e.getKnownPropertyIds());
        } catch (JacksonException e) {
            throw badRequest("the request is malformed: " + e.getOriginalMessage());
        }
        throw badRequest("the request is null");
    }

    private static ApiException badRequest(String error) {
        return new ApiException(HttpResponseStatus.BAD_REQUEST, error, SEE_DOCUMENTATION);
    }

    private CompletableFuture<ApiResponse> runOnWorker(Callable<Object> task) {
        CompletableFuture<ApiResponse> answer = new CompletableFuture<>();
        workers.execute(() -> {
            try {
                answer.complete(ApiResponse.ok(task.call()));
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** While the node leaves, new clients are told to go on without it. */
    private Protocol.NodeInfo nodeInfo() {
        nodeAvailability.requireNotLeaving();
        String id = member.members().stream()
                .map(Member::peer)
                .filter(Peer::here)
                .map(Peer::id)
                .findFirst()
                .orElse("");
        return new Protocol.NodeInfo(
                Protocol.VERSION, Peerlock.version(), member.peerlock().cluster(), id);
    }

    // Locks

    private CompletableFuture<ApiResponse> acquire(
            Protocol.AcquireParameters parameters, Channel connection, boolean keepAlive) {
        LockRequest lockRequest = lockRequest(parameters);
        Optional<Duration> timeout = duration(parameters.timeout());
        Optional<Duration> lease = lease(parameters, keepAlive);
        grants.requireRoom();
        nodeAvailability.requireNotLeaving();
        Acquisition acquisition = new Acquisition(
                loop, grants, nodeAvailability, member.acquireAsync(lockRequest), connection, lease.orElse(null));
        waiting.add(acquisition);
        CompletableFuture<ApiResponse> answer = acquisition.start(timeout);
        var unused = answer.whenComplete((given, failure) -> waiting.remove(acquisition));
        return answer;
    }

    /**
     * Returns empty for a lock that is held as long as the connection is open. The client must ask for that: one that closes its
     * connection after each request, as curl does, would otherwise lose the lock at once without noticing.
     */
    private static Optional<Duration> lease(Protocol.AcquireParameters parameters, boolean keepAlive) {
        String text = parameters.lease();
        if (text == null) {
            throw badRequest(
                    "\"lease\" is missing: say how long to hold the lock without a renewal, such as \"30s\", or"
                            + " \"connection\" to hold it as long as this connection is open");
        } else if (!text.equals(Protocol.UNTIL_DISCONNECTED)) {
            Duration lease = DurationParser.parse(text);
            if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
                throw badRequest("a lease is from 100ms to 24h");
            }
            return Optional.of(lease);
        } else if (!keepAlive) {
            throw badRequest("\"lease\":\"connection\" needs a connection that stays open, but this request closes it:"
                    + " give a duration, such as \"lease\":\"30s\"");
        }
        return Optional.empty();
    }

    private static LockRequest lockRequest(Protocol.AcquireParameters parameters) {
        String lock = parameters.lock();
        if (lock == null) {
            throw badRequest("\"lock\" is missing: give the name of the lock");
        }
        String label = parameters.label() == null || parameters.label().isBlank() ? "a client" : parameters.label();
        String mode =
                parameters.mode() == null ? "exclusive" : parameters.mode().toLowerCase(Locale.ROOT);
        return switch (mode) {
            case "exclusive" -> LockRequest.exclusive(lock, label);
            case "shared" -> LockRequest.shared(lock, label);
            case "permits" -> permits(lock, parameters, label);
            default -> throw badRequest("there is no mode '" + mode + "'; use exclusive, shared or permits");
        };
    }

    private static LockRequest permits(String lock, Protocol.AcquireParameters parameters, String label) {
        Integer of = parameters.of();
        if (of == null) {
            throw badRequest("\"of\" is missing: give the number of permits that the semaphore has");
        }
        return LockRequest.permits(lock, parameters.permits() == null ? 1 : parameters.permits(), of, label);
    }

    private static Optional<Duration> duration(@Nullable String text) {
        return Optional.ofNullable(text).map(DurationParser::parse);
    }

    private CompletableFuture<ApiResponse> renew(Protocol.GrantReference grantReference) {
        ServedGrant served = grants.get(grantReference.grant());
        if (served.lossReason() != null) {
            throw ServedGrants.lost(served, served.lossReason());
        }
        grants.renew(served);
        return CompletableFuture.completedFuture(served.state());
    }

    private CompletableFuture<ApiResponse> release(Protocol.GrantReference grantReference) {
        ServedGrant served = grants.get(grantReference.grant());
        grants.release(served);
        return CompletableFuture.completedFuture(ApiResponse.ok(Map.of("released", served.id)));
    }

    /** Returns the state of a grant: at once, or when it is lost or ended or the given time is over. */
    private CompletableFuture<ApiResponse> watch(String id, QueryStringDecoder query) {
        ServedGrant served = grants.get(id);
        List<String> wait = query.parameters().getOrDefault("wait", List.of("0"));
        Duration timeout = DurationParser.parse(wait.get(0));
        if (timeout.isZero() || served.lossReason() != null) {
            return CompletableFuture.completedFuture(served.state());
        }
        CompletableFuture<ApiResponse> answer = new CompletableFuture<>();
        served.watch(answer);
        long millis = Math.min(LONGEST_WATCH.toMillis(), timeout.toMillis());
        var timer = loop.schedule(() -> answer.complete(served.state()), millis, TimeUnit.MILLISECONDS);
        var unused = answer.whenComplete((any, failure) -> timer.cancel(false));
        return answer;
    }

    /** Ends all waiting requests, and refuses new ones. May be called on any thread. */
    void beginLeaving() {
        loop.execute(() -> {
            nodeAvailability.beginLeaving();
            List.copyOf(waiting).forEach(Acquisition::withdraw);
        });
    }

    void connectionClosed(Channel connection) {
        grants.endAllOf(connection);
    }
}
