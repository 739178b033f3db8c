package org.peerlock.cli.node;

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
import org.peerlock.cli.access.Durations;
import org.peerlock.cli.access.OwnMember;
import org.peerlock.cli.access.Protocol;
import org.peerlock.cli.access.Wish;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * What clients can ask for. To be called on the server's loop, which is never kept waiting: what has to wait is done by workers.
 * To cancel an answer is to withdraw the request.
 */
final class Api {

    private static final String ROOT = "/v" + Protocol.VERSION;
    private static final Duration LEAST_LEASE = Duration.ofMillis(100);
    private static final Duration MOST_LEASE = Duration.ofDays(1);
    private static final Duration MOST_WATCHING = Duration.ofHours(1);

    private final OwnMember member;
    private final EventLoop loop;
    private final Executor workers;
    private final Loans loans;
    private final Troubles troubles = new Troubles();
    private final Set<Acquisition> waiting = ConcurrentHashMap.newKeySet();
    private final Map<String, Getter> getters;
    private final Map<String, Poster> posters;

    /** Answers what is asked for by a path. */
    private interface Getter {
        CompletableFuture<Answer> get(String rest, QueryStringDecoder query);
    }

    /** Does what the body of a request says. */
    private interface Poster {
        CompletableFuture<Answer> post(byte[] body, Channel connection);
    }

    Api(OwnMember member, EventLoop loop, Executor workers) {
        this.member = member;
        this.loop = loop;
        this.workers = workers;
        loans = new Loans(loop);
        member.peerlock().addListener(troubles);
        getters = Map.of(
                ROOT,
                (rest, query) -> work(this::hello),
                ROOT + "/members",
                (rest, query) -> work(member::members),
                ROOT + "/locks",
                (rest, query) -> work(member::locks),
                ROOT + "/locks/",
                (rest, query) -> work(() -> member.inspect(rest)),
                ROOT + "/grants/",
                this::watch);
        posters = Map.of(
                ROOT + "/acquire", (body, connection) -> acquire(read(body, Protocol.Question.class), connection),
                ROOT + "/renew", (body, connection) -> renew(read(body, Protocol.Reference.class)),
                ROOT + "/release", (body, connection) -> release(read(body, Protocol.Reference.class)));
    }

    /** Does once what takes long the first time, so that no client waits for it. */
    void warmUp() {
        byte[] text =
                Protocol.MAPPER.writeValueAsBytes(new Protocol.Question("any", null, null, null, null, null, null));
        wish(read(text, Protocol.Question.class));
        Protocol.MAPPER.writeValueAsBytes(hello());
    }

    /** The answer to a request; what is wrong with it is thrown, or fails the answer. */
    CompletableFuture<Answer> answer(HttpMethod method, String uri, byte[] body, Channel connection) {
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
        throw new Refusal(
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

    private static Refusal badRequest(String error) {
        return new Refusal(HttpResponseStatus.BAD_REQUEST, error, "docs/NODE.md shows how requests look");
    }

    private CompletableFuture<Answer> work(Callable<Object> task) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        workers.execute(() -> {
            try {
                answer.complete(Answer.ok(task.call()));
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** Who comes while the node leaves does better without it. */
    private Protocol.Hello hello() {
        troubles.requireStaying();
        String id = member.members().stream()
                .map(Member::peer)
                .filter(Peer::here)
                .map(Peer::id)
                .findFirst()
                .orElse("");
        return new Protocol.Hello(
                Protocol.VERSION, Peerlock.version(), member.peerlock().cluster(), id);
    }

    // Locks

    private CompletableFuture<Answer> acquire(Protocol.Question question, Channel connection) {
        Wish wish = wish(question);
        Optional<Duration> patience = duration(question.patience());
        Optional<Duration> lease = duration(question.lease());
        lease.ifPresent(Api::requireLease);
        loans.requireRoom();
        troubles.requireStaying();
        Acquisition acquisition =
                new Acquisition(loop, loans, troubles, member.ask(wish), connection, lease.orElse(null));
        waiting.add(acquisition);
        CompletableFuture<Answer> answer = acquisition.begin(patience);
        var unused = answer.whenComplete((given, failure) -> waiting.remove(acquisition));
        return answer;
    }

    private static void requireLease(Duration lease) {
        if (lease.compareTo(LEAST_LEASE) < 0 || lease.compareTo(MOST_LEASE) > 0) {
            throw badRequest("a lease is from 100ms to 24h");
        }
    }

    private static Wish wish(Protocol.Question question) {
        String lock = question.lock();
        if (lock == null) {
            throw badRequest("it is not said which lock is wanted: \"lock\" is missing");
        }
        String who = question.who() == null || question.who().isBlank() ? "a client" : question.who();
        String mode = question.mode() == null ? "exclusive" : question.mode().toLowerCase(Locale.ROOT);
        return switch (mode) {
            case "exclusive" -> Wish.exclusive(lock, who);
            case "shared" -> Wish.shared(lock, who);
            case "permits" -> permits(lock, question, who);
            default -> throw badRequest("there is no mode '" + mode + "', but exclusive, shared and permits");
        };
    }

    private static Wish permits(String lock, Protocol.Question question, String who) {
        Integer of = question.of();
        if (of == null) {
            throw badRequest("it is not said how many permits there are in all: \"of\" is missing");
        }
        return Wish.permits(lock, question.permits() == null ? 1 : question.permits(), of, who);
    }

    private static Optional<Duration> duration(@Nullable String text) {
        return Optional.ofNullable(text).map(Durations::parse);
    }

    private CompletableFuture<Answer> renew(Protocol.Reference reference) {
        Loan loan = loans.get(reference.grant());
        if (loan.lost() != null) {
            throw Loans.lost(loan, loan.lost());
        }
        loans.renew(loan);
        return CompletableFuture.completedFuture(loan.state());
    }

    private CompletableFuture<Answer> release(Protocol.Reference reference) {
        Loan loan = loans.get(reference.grant());
        loans.release(loan);
        return CompletableFuture.completedFuture(Answer.ok(Map.of("released", loan.id)));
    }

    /** How a grant is: at once, or as soon as it is lost or ended, or when the time that was given is over. */
    private CompletableFuture<Answer> watch(String id, QueryStringDecoder query) {
        Loan loan = loans.get(id);
        List<String> wait = query.parameters().getOrDefault("wait", List.of("0"));
        Duration patience = Durations.parse(wait.get(0));
        if (patience.isZero() || loan.lost() != null) {
            return CompletableFuture.completedFuture(loan.state());
        }
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        loan.watch(answer);
        long millis = Math.min(MOST_WATCHING.toMillis(), patience.toMillis());
        var timer = loop.schedule(() -> answer.complete(loan.state()), millis, TimeUnit.MILLISECONDS);
        var unused = answer.whenComplete((any, failure) -> timer.cancel(false));
        return answer;
    }

    /** From now on nothing is lent, and nobody waits. May be called on any thread. */
    void leave() {
        loop.execute(() -> {
            troubles.leave();
            List.copyOf(waiting).forEach(Acquisition::withdraw);
        });
    }

    void ended(Channel connection) {
        loans.endAllOf(connection);
    }
}
