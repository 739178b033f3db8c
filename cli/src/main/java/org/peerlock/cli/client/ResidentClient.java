package org.peerlock.cli.client;

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
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.text.DurationParser;
import tools.jackson.core.JacksonException;

/**
 * A client of a resident node: a member of the cluster that runs already as another process of this user ({@code peerlock node}).
 * A lock that is acquired through it is released when its connection ends, and so when this process ends, however that happens.
 */
public final class ResidentClient implements ClusterClient {

    /** How long the node may take if it has to ask other members. */
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** How long after the timeout of a request its response may come. */
    private static final Duration RESPONSE_SLACK = Duration.ofSeconds(2);

    private static final Duration ALMOST_FOR_EVER = Duration.ofDays(365);
    private static final int LONGEST_LABEL = 200;
    private static final String ROOT = "/v" + Protocol.VERSION;

    private final ResidentFiles residentFiles;
    private final String token;
    private final Set<BorrowedGrant> borrowed = ConcurrentHashMap.newKeySet();

    private ResidentClient(ResidentFiles residentFiles, String token) {
        this.residentFiles = residentFiles;
        this.token = token;
    }

    /**
     * Connects to the resident node of a cluster, if there is one. A directory to which other users have access has none: what
     * answers there may be their program.
     *
     * @throws IOException if there is one that cannot be used
     * @throws CommandException if there is one that belongs to another cluster
     */
    static Optional<ResidentClient> connect(ResidentFiles residentFiles, String cluster)
            throws IOException, InterruptedException {
        HttpConnection httpConnection;
        String token;
        if (!residentFiles.isPrivate()) {
            return Optional.empty();
        }
        try {
            token = residentFiles.readToken();
            httpConnection = HttpConnection.open(residentFiles, token);
        } catch (UntrustedNodeException e) {
            throw e;
        } catch (IOException e) {
            return Optional.empty(); // there is none, or it was killed
        }
        try (httpConnection) {
            check(httpConnection.get(ROOT, CONNECT_TIMEOUT), cluster);
            return Optional.of(new ResidentClient(residentFiles, token));
        }
    }

    private static void check(HttpConnection.Response response, String cluster) throws IOException {
        try {
            if (!response.ok()) {
                throw new IOException("it refuses the connection: "
                        + response.as(Protocol.ErrorResponse.class).error());
            }
            Protocol.NodeInfo nodeInfo = response.as(Protocol.NodeInfo.class);
            if (nodeInfo.protocol() != Protocol.VERSION) {
                throw new IOException("it has another version");
            } else if (!nodeInfo.cluster().equals(cluster)) {
                throw new CommandException(
                        Exit.UNAVAILABLE,
                        "the directory belongs to cluster '" + nodeInfo.cluster() + "', not to '" + cluster
                                + "'; give each cluster its own directory with --registry, or use --cluster "
                                + nodeInfo.cluster());
            }
        } catch (JacksonException e) {
            throw new IOException("it has another version", e);
        }
    }

    @Override
    public Optional<ClientGrant> acquire(LockRequest request, Duration timeout) throws InterruptedException {
        try {
            HttpConnection httpConnection = HttpConnection.open(residentFiles, token);
            try {
                Optional<Protocol.AcquireResponse> granted = granted(httpConnection.post(
                        ROOT + "/acquire", acquireParameters(request, timeout), responseTimeout(timeout)));
                if (granted.isPresent()) {
                    return Optional.of(borrow(httpConnection, granted.get()));
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                httpConnection.close(); // which withdraws the request
                throw e;
            }
            httpConnection.close();
            return Optional.empty();
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    /** A node that was stopped does not watch the time, so this process must. */
    private static Optional<Duration> responseTimeout(Duration timeout) {
        return isUnlimited(timeout) ? Optional.empty() : Optional.of(timeout.plus(RESPONSE_SLACK));
    }

    private static boolean isUnlimited(Duration timeout) {
        return timeout.compareTo(ALMOST_FOR_EVER) >= 0;
    }

    private static Protocol.AcquireParameters acquireParameters(LockRequest request, Duration timeout) {
        String wait = isUnlimited(timeout) ? null : text(timeout);
        String label = request.label()
                .substring(0, Math.min(LONGEST_LABEL, request.label().length()));
        String mode = request.kind().name().toLowerCase(Locale.ROOT);
        boolean counted = request.kind() == LockRequest.Kind.PERMITS;
        return new Protocol.AcquireParameters(
                request.lock(),
                mode,
                counted ? request.permits() : null,
                counted ? request.of() : null,
                wait,
                label,
                Protocol.UNTIL_DISCONNECTED);
    }

    /** Writes no more digits than {@link DurationParser} reads. */
    private static String text(Duration timeout) {
        return timeout.toDays() == 0 ? timeout.toMillis() + "ms" : timeout.toSeconds() + "s";
    }

    private static Optional<Protocol.AcquireResponse> granted(HttpConnection.Response response) {
        return switch (response.status()) {
            case 200 -> Optional.of(response.as(Protocol.AcquireResponse.class));
            case 409 -> Optional.empty();
            default -> throw errorOf(response);
        };
    }

    private BorrowedGrant borrow(HttpConnection httpConnection, Protocol.AcquireResponse acquireResponse)
            throws IOException, InterruptedException {
        BorrowedGrant held = new BorrowedGrant(this, httpConnection, acquireResponse);
        held.startPolling();
        borrowed.add(held);
        return held;
    }

    void forget(BorrowedGrant held) {
        borrowed.remove(held);
    }

    /** Uses a connection of its own: the one on which the lock was acquired polls its state. */
    HttpConnection.Response release(String grant) throws IOException, InterruptedException {
        try (HttpConnection httpConnection = HttpConnection.open(residentFiles, token)) {
            return httpConnection.post(
                    ROOT + "/release", new Protocol.GrantReference(grant), Optional.of(REQUEST_TIMEOUT));
        }
    }

    static String grantStatePath(String grant, Duration wait) {
        return ROOT + "/grants/" + grant + "?wait=" + wait.toMillis() + "ms";
    }

    @Override
    public Inspection inspect(String lock) throws InterruptedException {
        String name = URLEncoder.encode(lock, StandardCharsets.UTF_8).replace("+", "%20");
        Inspection inspection = get("/locks/" + name, Inspection.class);
        return new Inspection(
                inspection.lock(),
                inspection.kind(),
                inspection.permits(),
                inspection.algorithm(),
                inspection.holders().stream()
                        .map(each -> new Inspection.Holder(
                                elsewhere(each.peer()),
                                each.label(),
                                each.held(),
                                each.mode(),
                                each.permits(),
                                each.fence()))
                        .toList(),
                inspection.waiters().stream()
                        .map(each -> new Inspection.Waiter(
                                elsewhere(each.peer()), each.label(), each.waited(), each.mode(), each.permits()))
                        .toList(),
                inspection.ordered(),
                inspection.unanswered(),
                inspection.omitted(),
                inspection.reason());
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

    /** To this process, the node is another one. */
    private static Peer elsewhere(Peer peer) {
        return new Peer(peer.id(), peer.address(), peer.label(), false);
    }

    private <T> T get(String path, Class<T> type) throws InterruptedException {
        try (HttpConnection httpConnection = HttpConnection.open(residentFiles, token)) {
            HttpConnection.Response response = httpConnection.get(ROOT + path, REQUEST_TIMEOUT);
            if (!response.ok()) {
                throw errorOf(response);
            }
            return response.as(type);
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    private static RuntimeException errorOf(HttpConnection.Response response) {
        Protocol.ErrorResponse errorResponse = response.as(Protocol.ErrorResponse.class);
        return switch (response.status()) {
            case 400 -> new IllegalArgumentException(errorResponse.error());
            case 422 -> new IllegalStateException(errorResponse.error());
            case 503 -> new ResidentUnavailableException(sentence(errorResponse));
            default -> new CommandException(Exit.UNAVAILABLE, sentence(errorResponse));
        };
    }

    static String sentence(Protocol.ErrorResponse errorResponse) {
        return errorResponse.error() + (errorResponse.hint().isEmpty() ? "" : "; " + errorResponse.hint());
    }

    private ResidentUnavailableException unavailable(IOException reason) {
        return new ResidentUnavailableException(
                "the resident node at " + residentFiles.socket() + " cannot be used: " + reason.getMessage());
    }

    /** Closes the connections of all locks that were not released. */
    @Override
    public void close() {
        borrowed.forEach(BorrowedGrant::closeConnection);
    }
}
