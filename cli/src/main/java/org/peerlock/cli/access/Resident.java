package org.peerlock.cli.access;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.peerlock.Inspection;
import org.peerlock.LockUse;
import org.peerlock.Member;
import org.peerlock.Peer;
import org.peerlock.cli.CommandFailure;
import org.peerlock.cli.Exit;
import tools.jackson.core.JacksonException;

/**
 * A member of the cluster that is there already, as another process of this user: {@code peerlock node}. What is had through it
 * ends with the connection on which it was asked for, and so with this process, however that ends.
 */
public final class Resident implements Access {

    /** How long others may take who have to be asked. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration HELLO = Duration.ofSeconds(1);

    /** How much later than promised an answer may come. */
    private static final Duration LATE = Duration.ofSeconds(2);

    private static final Duration ALMOST_FOR_EVER = Duration.ofDays(365);
    private static final int LONGEST_WHO = 200;
    private static final String ROOT = "/v" + Protocol.VERSION;

    private final Place place;
    private final String token;
    private final Set<Lent> lent = ConcurrentHashMap.newKeySet();

    private Resident(Place place, String token) {
        this.place = place;
        this.token = token;
    }

    /**
     * The resident node of a cluster, if there is one.
     *
     * @throws IOException if there is one that cannot be used, and why
     * @throws CommandFailure if there is one of another cluster
     */
    static Optional<Resident> find(Place place, String cluster) throws IOException, InterruptedException {
        Wire wire;
        String token;
        try {
            token = place.readToken();
            wire = Wire.open(place, token);
        } catch (IOException e) {
            return Optional.empty(); // there is none, or it was killed
        }
        try (wire) {
            check(wire.get(ROOT, HELLO), cluster);
            return Optional.of(new Resident(place, token));
        }
    }

    private static void check(Wire.Reply reply, String cluster) throws IOException {
        try {
            if (!reply.ok()) {
                throw new IOException(
                        "it refuses: " + reply.as(Protocol.Problem.class).error());
            }
            Protocol.Hello hello = reply.as(Protocol.Hello.class);
            if (hello.protocol() != Protocol.VERSION) {
                throw new IOException("it is of another version");
            } else if (!hello.cluster().equals(cluster)) {
                throw new CommandFailure(
                        Exit.UNAVAILABLE,
                        "the directory is that of cluster '" + hello.cluster() + "', not of '" + cluster
                                + "'; give each cluster a directory of its own with --registry, or say --cluster "
                                + hello.cluster());
            }
        } catch (JacksonException e) {
            throw new IOException("it is of another version", e);
        }
    }

    @Override
    public Optional<Held> acquire(Wish wish, Duration patience) throws InterruptedException {
        try {
            Wire wire = Wire.open(place, token);
            try {
                Optional<Protocol.Granted> granted =
                        granted(wire.post(ROOT + "/acquire", question(wish, patience), answerWithin(patience)));
                if (granted.isPresent()) {
                    return Optional.of(lend(wire, granted.get()));
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                wire.close(); // which withdraws what was asked for
                throw e;
            }
            wire.close();
            return Optional.empty();
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** The node may have been stopped, and then nobody counts the time for whoever waits. */
    private static Optional<Duration> answerWithin(Duration patience) {
        return endless(patience) ? Optional.empty() : Optional.of(patience.plus(LATE));
    }

    private static boolean endless(Duration patience) {
        return patience.compareTo(ALMOST_FOR_EVER) >= 0;
    }

    private static Protocol.Question question(Wish wish, Duration patience) {
        String wait = endless(patience) ? null : text(patience);
        String who = wish.who().substring(0, Math.min(LONGEST_WHO, wish.who().length()));
        String mode = wish.kind().name().toLowerCase(Locale.ROOT);
        boolean counted = wish.kind() == Wish.Kind.PERMITS;
        return new Protocol.Question(
                wish.lock(), mode, counted ? wish.permits() : null, counted ? wish.of() : null, wait, who, null);
    }

    /** Of no more digits than {@link Durations} reads. */
    private static String text(Duration patience) {
        return patience.toDays() == 0 ? patience.toMillis() + "ms" : patience.toSeconds() + "s";
    }

    private static Optional<Protocol.Granted> granted(Wire.Reply reply) {
        return switch (reply.status()) {
            case 200 -> Optional.of(reply.as(Protocol.Granted.class));
            case 409 -> Optional.empty();
            default -> throw refusal(reply);
        };
    }

    private Lent lend(Wire wire, Protocol.Granted granted) throws IOException, InterruptedException {
        Lent held = new Lent(this, wire, granted);
        held.watch();
        lent.add(held);
        return held;
    }

    void forget(Lent held) {
        lent.remove(held);
    }

    /** On a connection of its own: that on which it was acquired is used to watch it. */
    Wire.Reply release(String grant) throws IOException, InterruptedException {
        try (Wire wire = Wire.open(place, token)) {
            return wire.post(ROOT + "/release", new Protocol.Reference(grant), Optional.of(PATIENCE));
        }
    }

    static String stateOf(String grant, Duration wait) {
        return ROOT + "/grants/" + grant + "?wait=" + wait.toMillis() + "ms";
    }

    @Override
    public Inspection inspect(String lock) throws InterruptedException {
        String name = URLEncoder.encode(lock, StandardCharsets.UTF_8).replace("+", "%20");
        Inspection seen = get("/locks/" + name, Inspection.class);
        return new Inspection(
                seen.lock(),
                seen.capacity(),
                seen.algorithm(),
                seen.holders().stream()
                        .map(each -> new Inspection.Holder(
                                elsewhere(each.peer()),
                                each.who(),
                                each.held(),
                                each.mode(),
                                each.permits(),
                                each.fence()))
                        .toList(),
                seen.waiters().stream()
                        .map(each -> new Inspection.Waiter(
                                elsewhere(each.peer()), each.who(), each.waited(), each.mode(), each.permits()))
                        .toList(),
                seen.ordered(),
                seen.silent(),
                seen.untold(),
                seen.reason());
    }

    @Override
    public List<Member> members() throws InterruptedException {
        return List.of(get("/members", Member[].class)).stream()
                .map(each -> new Member(elsewhere(each.peer()), each.version(), each.lease(), each.epoch()))
                .toList();
    }

    @Override
    public List<LockUse> locks() throws InterruptedException {
        return List.of(get("/locks", LockUse[].class));
    }

    /** The node is another process than this one. */
    private static Peer elsewhere(Peer peer) {
        return new Peer(peer.id(), peer.address(), peer.label(), false);
    }

    private <T> T get(String path, Class<T> type) throws InterruptedException {
        try (Wire wire = Wire.open(place, token)) {
            Wire.Reply reply = wire.get(ROOT + path, PATIENCE);
            if (!reply.ok()) {
                throw refusal(reply);
            }
            return reply.as(type);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private static RuntimeException refusal(Wire.Reply reply) {
        Protocol.Problem problem = reply.as(Protocol.Problem.class);
        return switch (reply.status()) {
            case 400 -> new IllegalArgumentException(problem.error());
            case 422 -> new IllegalStateException(problem.error());
            case 503 -> new ResidentGone(sentence(problem));
            default -> new CommandFailure(Exit.UNAVAILABLE, sentence(problem));
        };
    }

    static String sentence(Protocol.Problem problem) {
        return problem.error() + (problem.hint().isEmpty() ? "" : "; " + problem.hint());
    }

    private ResidentGone gone(IOException reason) {
        return new ResidentGone("the resident node at " + place.socket() + " cannot be used any more ("
                + reason.getMessage() + "); try again, and see whether 'peerlock node' still runs");
    }

    /** What was not given back ends with its connection. */
    @Override
    public void close() {
        lent.forEach(Lent::drop);
    }
}
