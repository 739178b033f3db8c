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
import org.peerlock.cli.client.DurationParser;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.MemberClient;
import org.peerlock.cli.client.Protocol;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * What clients can ask for. To be called on the server's loop, which is never kept waiting: what has to wait is done by workers.
 * To cancel an answer is to withdraw the request.
 */
final class HttpApi {

    private static final String ROOT = "/v" + Protocol.VERSION;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    private static final Duration LONGEST_LEASE = Duration.ofDays(1);
    private static final Duration LONGEST_WATCH = Duration.ofHours(1);

    private final MemberClient member;
    private final EventLoop loop;
    private final Executor workers;
    private final LentGrants lentGrants;
    private final NodeAvailability nodeAvailability = new NodeAvailability();
    private final Set<Acquisition> waiting = ConcurrentHashMap.newKeySet();
    private final Map<String, Getter> getters;
    private final Map<String, Poster> posters;

    /** Answers what is asked for by a path. */
    private interface Getter {
        CompletableFuture<ApiResponse> get(String rest, QueryStringDecoder query);
    }

    /** Does what the body of a request says. */
    private interface Poster {
        CompletableFuture<ApiResponse> post(byte[] body, Channel connection);
    }

    HttpApi(MemberClient member, EventLoop loop, Executor workers) {
        this.member = member;
        this.loop = loop;
        this.workers = workers;
        lentGrants = new LentGrants(loop);
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
                        (body, connection) -> acquire(read(body, Protocol.AcquireParameters.class), connection),
                ROOT + "/renew", (body, connection) -> renew(read(body, Protocol.GrantReference.class)),
                ROOT + "/release", (body, connection) -> release(read(body, Protocol.GrantReference.class)));
    }

    /** Does once what takes long the first time, so that no client waits for it. */
    void warmUp() {
        byte[] text = Protocol.MAPPER.writeValueAsBytes(
                new Protocol.AcquireParameters("any", null, null, null, null, null, null));
        lockRequest(read(text, Protocol.AcquireParameters.class));
        Protocol.MAPPER.writeValueAsBytes(nodeInfo());
    }

    /** The answer to a request; what is wrong with it is thrown, or fails the answer. */
    CompletableFuture<ApiResponse> handle(HttpMethod method, String uri, byte[] body, Channel connection) {
        QueryStringDecoder query = new QueryStringDecoder(uri);
        String path = query.path();
        String getting = prefix(path);
        Getter getter = getters.get(getting);
        Poster poster = posters.get(path);
        if (getter != null && method.equals(HttpMethod.GET)) {
            return getter.get(path.substring(getting.length()), query);
        } else if (poster != null && method.equals(HttpMethod.POST)) {
            return poster.post(body, connection);
        }
        boolean known = getter != null || poster != null;
        throw new ApiException(
                known ? HttpResponseStatus.METHOD_NOT_ALLOWED : HttpResponseStatus.NOT_FOUND,
                known ? path + " is for " + (getter != null ? "GET" : "POST") : "there is nothing at " + path,
                "docs/NODE.md has all there is");
    }

    /** Whose name follows may have any characters in it, slashes too. */
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
            throw badRequest(
                    "there is no \"" + e.getPropertyName() + "\" in such a request, but " + e.getKnownPropertyIds());
        } catch (JacksonException e) {
            throw badRequest("the request is not as it should be: " + e.getOriginalMessage());
        }
        throw badRequest("the request is null");
    }

    private static ApiException badRequest(String error) {
        return new ApiException(HttpResponseStatus.BAD_REQUEST, error, "docs/NODE.md shows how requests look");
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

    /** Who comes while the node leaves does better without it. */
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

    private CompletableFuture<ApiResponse> acquire(Protocol.AcquireParameters acquireParameters, Channel connection) {
        LockRequest lockRequest = lockRequest(acquireParameters);
        Optional<Duration> patience = duration(acquireParameters.timeout());
        Optional<Duration> lease = duration(acquireParameters.lease());
        lease.ifPresent(HttpApi::requireLease);
        lentGrants.requireRoom();
        nodeAvailability.requireNotLeaving();
        Acquisition acquisition = new Acquisition(
                loop, lentGrants, nodeAvailability, member.acquireAsync(lockRequest), connection, lease.orElse(null));
        waiting.add(acquisition);
        CompletableFuture<ApiResponse> answer = acquisition.start(patience);
        var unused = answer.whenComplete((given, failure) -> waiting.remove(acquisition));
        return answer;
    }

    private static void requireLease(Duration lease) {
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw badRequest("a lease is from 100ms to 24h");
        }
    }

    private static LockRequest lockRequest(Protocol.AcquireParameters acquireParameters) {
        String lock = acquireParameters.lock();
        if (lock == null) {
            throw badRequest("it is not said which lock is wanted: \"lock\" is missing");
        }
        String who = acquireParameters.who() == null || acquireParameters.who().isBlank()
                ? "a client"
                : acquireParameters.who();
        String mode = acquireParameters.mode() == null
                ? "exclusive"
                : acquireParameters.mode().toLowerCase(Locale.ROOT);
        return switch (mode) {
            case "exclusive" -> LockRequest.exclusive(lock, who);
            case "shared" -> LockRequest.shared(lock, who);
            case "permits" -> permits(lock, acquireParameters, who);
            default -> throw badRequest("there is no mode '" + mode + "', but exclusive, shared and permits");
        };
    }

    private static LockRequest permits(String lock, Protocol.AcquireParameters acquireParameters, String who) {
        Integer of = acquireParameters.of();
        if (of == null) {
            throw badRequest("it is not said how many permits there are in all: \"of\" is missing");
        }
        return LockRequest.permits(
                lock, acquireParameters.permits() == null ? 1 : acquireParameters.permits(), of, who);
    }

    private static Optional<Duration> duration(@Nullable String text) {
        return Optional.ofNullable(text).map(DurationParser::parse);
    }

    private CompletableFuture<ApiResponse> renew(Protocol.GrantReference grantReference) {
        LentGrant lentGrant = lentGrants.get(grantReference.grant());
        if (lentGrant.lossReason() != null) {
            throw LentGrants.lost(lentGrant, lentGrant.lossReason());
        }
        lentGrants.renew(lentGrant);
        return CompletableFuture.completedFuture(lentGrant.state());
    }

    private CompletableFuture<ApiResponse> release(Protocol.GrantReference grantReference) {
        LentGrant lentGrant = lentGrants.get(grantReference.grant());
        lentGrants.release(lentGrant);
        return CompletableFuture.completedFuture(ApiResponse.ok(Map.of("released", lentGrant.id)));
    }

    /** How a grant is: at once, or as soon as it is lost or ended, or when the time that was given is over. */
    private CompletableFuture<ApiResponse> watch(String id, QueryStringDecoder query) {
        LentGrant lentGrant = lentGrants.get(id);
        List<String> wait = query.parameters().getOrDefault("wait", List.of("0"));
        Duration patience = DurationParser.parse(wait.get(0));
        if (patience.isZero() || lentGrant.lossReason() != null) {
            return CompletableFuture.completedFuture(lentGrant.state());
        }
        CompletableFuture<ApiResponse> answer = new CompletableFuture<>();
        lentGrant.watch(answer);
        long millis = Math.min(LONGEST_WATCH.toMillis(), patience.toMillis());
        var timer = loop.schedule(() -> answer.complete(lentGrant.state()), millis, TimeUnit.MILLISECONDS);
        var unused = answer.whenComplete((any, failure) -> timer.cancel(false));
        return answer;
    }

    /** From now on nothing is lent, and nobody waits. May be called on any thread. */
    void beginLeaving() {
        loop.execute(() -> {
            nodeAvailability.beginLeaving();
            List.copyOf(waiting).forEach(Acquisition::withdraw);
        });
    }

    void connectionClosed(Channel connection) {
        lentGrants.endAllOf(connection);
    }
}
