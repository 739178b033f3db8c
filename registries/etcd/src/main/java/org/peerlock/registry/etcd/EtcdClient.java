package org.peerlock.registry.etcd;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.http.HttpConnections;
import org.peerlock.registry.http.Json;
import org.peerlock.registry.http.RequestFailedException;

/**
 * Chooses the member of etcd to ask, and gets tokens for its user. It stays with a member as long as
 * that one works. A read that fails goes on with the next member. A write goes on only if it was
 * certainly not done: it was never sent, or etcd refused it.
 */
final class EtcdClient implements AutoCloseable {

    /** Stands for a token where etcd knows no users. */
    private static final String NO_USERS = "";

    private final HttpConnections connections;
    private final List<EtcdMember> members;
    private final Optional<EtcdUrl.Credentials> credentials;
    /** The member to ask first. */
    private volatile int preferred;
    /** Null if none was needed yet, or it has expired. */
    private volatile @Nullable String token;

    EtcdClient(EtcdUrl url) {
        connections = new HttpConnections(url.tlsFiles());
        members = url.endpoints().stream()
                .map(endpoint -> new EtcdMember(endpoint, connections))
                .toList();
        credentials = url.credentials();
    }

    /** The addresses of all members that the URL names. */
    String addresses() {
        return members.stream().map(EtcdMember::address).collect(Collectors.joining(","));
    }

    Json read(String path, Map<String, ?> body, Deadline deadline) throws IOException {
        return call(path, body, false, deadline);
    }

    /**
     * @throws UnknownOutcomeException if etcd may have done it, or may still do it
     * @throws IOException if etcd certainly did not do it, and will not
     */
    Json write(String path, Map<String, ?> body, Deadline deadline) throws IOException {
        return call(path, body, true, deadline);
    }

    /** Each member gets a share of the time; once more after the last one, if there is time. */
    private Json call(String path, Map<String, ?> body, boolean write, Deadline deadline) throws IOException {
        IOException failure = null;
        int first = preferred;
        for (int attempt = 0; attempt <= members.size(); attempt++) {
            int index = (first + attempt) % members.size();
            Deadline share = deadline.first(members.size() - attempt);
            try {
                Json reply = call(members.get(index), path, body, write, share, deadline);
                preferred = index;
                return reply;
            } catch (UnknownOutcomeException e) {
                preferred = (index + 1) % members.size();
                throw e;
            } catch (IOException e) {
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
            if (isFinal(failure) || deadline.passed() || Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        preferred = (first + 1) % members.size();
        throw failure == null ? new IOException("there was no time to ask etcd") : failure;
    }

    private static boolean isFinal(IOException failure) {
        return failure instanceof EtcdErrorException e && e.error().kind() == EtcdError.Kind.CLUSTER_REFUSES;
    }

    /** Asks one member; once more if the token has expired, which etcd says before it does anything. */
    private Json call(
            EtcdMember member, String path, Map<String, ?> body, boolean write, Deadline share, Deadline deadline)
            throws IOException {
        Deadline end = write ? deadline : share;
        member.prepare(share);
        Optional<String> used = token(member, share);
        try {
            return send(member, path, body, used, write, share, end);
        } catch (EtcdErrorException e) {
            if (credentials.isEmpty() || !e.error().wantsToken()) {
                throw e;
            }
            token = null;
            return send(member, path, body, token(member, end), write, end, end);
        }
    }

    private Json send(
            EtcdMember member,
            String path,
            Map<String, ?> body,
            Optional<String> token,
            boolean write,
            Deadline connecting,
            Deadline end)
            throws IOException {
        try {
            return member.call(path, body, token, connecting, end);
        } catch (RequestFailedException e) {
            throw write && e.sent() ? unknown(e) : e;
        } catch (EtcdErrorException e) {
            throw write && e.error().kind() == EtcdError.Kind.DOUBTFUL ? unknown(e) : e;
        } catch (IOException e) {
            throw write ? unknown(e) : e;
        }
    }

    private static UnknownOutcomeException unknown(IOException e) {
        return new UnknownOutcomeException(String.valueOf(e.getMessage()), e);
    }

    private Optional<String> token(EtcdMember member, Deadline deadline) throws IOException {
        if (credentials.isEmpty()) {
            return Optional.empty();
        }
        String current = token;
        if (current == null) {
            current = member.authenticate(credentials.get(), deadline).orElse(NO_USERS);
            token = current;
        }
        return Optional.of(current).filter(known -> !known.equals(NO_USERS));
    }

    /** Whether a user and a password were given that etcd did not look at, as far as it was asked until now. */
    boolean areCredentialsIgnored() {
        return NO_USERS.equals(token);
    }

    @Override
    public void close() {
        connections.close();
    }
}
