package org.peerlock.cli.client;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.os.CurrentUser;

/**
 * A connection to a resident node, for one request after another. It supports as much of HTTP/1.1 as that node uses: every
 * response has a Content-Length. Another thread may close it, which ends a request that waits.
 */
final class HttpConnection implements Closeable {

    record Response(int status, String body) {

        boolean ok() {
            return status == 200;
        }

        <T> T as(Class<T> type) {
            return Protocol.MAPPER.readValue(body, type);
        }
    }

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) .*");
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d{1,9})");
    private static final String HEAD_END = "\r\n\r\n";
    private static final int LONGEST_HEAD = 8192;
    private static final String ENDED = "the resident node has ended";

    private final SocketChannel channel;
    private final Selector selector;
    private final String token;
    private final ByteBuffer buffer = ByteBuffer.allocate(8192).flip();

    private HttpConnection(SocketChannel channel, Selector selector, String token) {
        this.channel = channel;
        this.selector = selector;
        this.token = token;
    }

    /**
     * Connects.
     *
     * @throws IOException if nobody listens there
     * @throws UntrustedNodeException if a process of another user does
     */
    @SuppressWarnings("resource") // closed with the connection
    static HttpConnection open(ResidentFiles residentFiles, String token) throws IOException {
        SocketChannel channel = SocketChannel.open(residentFiles.address());
        try {
            requireSameUser(channel, residentFiles);
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            return new HttpConnection(channel, selector, token);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Root, who owns the root directory, counts as the same user. Where the system does not know the user, the directory of the
     * socket is what counts.
     */
    private static void requireSameUser(SocketChannel channel, ResidentFiles residentFiles) throws IOException {
        if (channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)
                && CurrentUser.id().isPresent()) {
            String user =
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
            if (!user.equals(owner("/proc/self")) && !user.equals(owner("/"))) {
                throw new UntrustedNodeException(residentFiles.socket() + " is served by a process of " + user
                        + ", another user; delete it and restart the node");
            }
        }
    }

    private static String owner(String path) throws IOException {
        return Files.getOwner(Path.of(path)).getName();
    }

    Response get(String path, Duration timeout) throws IOException, InterruptedException {
        return exchange("GET", path, null, Optional.of(timeout));
    }

    /** @param timeout empty to wait for ever */
    Response post(String path, Object body, Optional<Duration> timeout) throws IOException, InterruptedException {
        return exchange("POST", path, Protocol.MAPPER.writeValueAsBytes(body), timeout);
    }

    /** @throws SocketTimeoutException if no response comes in time; the connection cannot be used any more then */
    private Response exchange(String method, String path, byte @Nullable [] body, Optional<Duration> timeout)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
        try {
            send(method, path, body == null ? new byte[0] : body);
            return response(end);
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException().initCause(e);
        } catch (ClosedSelectorException e) {
            throw new IOException("the connection was closed here", e);
        }
    }

    private Response response(long end) throws IOException, InterruptedException {
        String[] lines = head(end).split("\r\n", -1);
        Matcher status = STATUS.matcher(lines[0]);
        if (!status.matches()) {
            throw new IOException("this is not an answer of a resident node: " + lines[0]);
        }
        String body = new String(take(length(lines), end), StandardCharsets.UTF_8);
        return new Response(Integer.parseInt(status.group(1)), body);
    }

    private static int length(String[] lines) throws IOException {
        for (String line : lines) {
            Matcher length = LENGTH.matcher(line);
            if (length.matches()) {
                return Integer.parseInt(length.group(1));
            }
        }
        throw new IOException("this is not an answer of a resident node: it has no Content-Length");
    }

    private void send(String method, String path, byte[] body) throws IOException {
        String head = method + " " + path + " HTTP/1.1\r\nHost: node\r\nAuthorization: Bearer " + token
                + "\r\nContent-Length: " + body.length + HEAD_END;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(head.getBytes(StandardCharsets.US_ASCII));
        bytes.write(body);
        ByteBuffer all = ByteBuffer.wrap(bytes.toByteArray());
        while (all.hasRemaining()) {
            if (transferred(() -> channel.write(all)) == 0) { // a request is much smaller than the buffer of a socket
                throw new IOException("the resident node accepts no data");
            }
        }
    }

    private String head(long end) throws IOException, InterruptedException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf(HEAD_END, head.length() - HEAD_END.length()) < 0) {
            if (head.length() > LONGEST_HEAD) {
                throw new IOException("this is not an answer of a resident node: its header does not end");
            }
            head.append((char) next(end));
        }
        return head.toString();
    }

    private byte[] take(int length, long end) throws IOException, InterruptedException {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; at++) {
            bytes[at] = next(end);
        }
        return bytes;
    }

    private byte next(long end) throws IOException, InterruptedException {
        while (!buffer.hasRemaining()) {
            fill(end);
        }
        return buffer.get();
    }

    /** Data that has arrived counts even if the time is up: this process may have been stopped meanwhile. */
    private void fill(long end) throws IOException, InterruptedException {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1;
        int ready = left > 0 ? selector.select(left) : selector.selectNow();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        selector.selectedKeys().clear();
        if (ready == 0 && left <= 0) {
            throw new SocketTimeoutException("the resident node does not answer");
        }
        buffer.clear();
        int count = transferred(() -> channel.read(buffer));
        buffer.flip();
        if (count < 0) {
            throw new EOFException(ENDED);
        }
    }

    private interface Transfer {
        int run() throws IOException;
    }

    /** The system reports the end of the other side in several ways, depending on timing. */
    private static int transferred(Transfer transfer) throws IOException {
        try {
            return transfer.run();
        } catch (ClosedChannelException e) { // on this side
            throw e;
        } catch (IOException e) {
            throw new IOException(ENDED, e);
        }
    }

    @Override
    public void close() {
        try (channel;
                selector) {
            // Closes both.
        } catch (IOException e) {
            // It is not used any more.
        }
    }
}
