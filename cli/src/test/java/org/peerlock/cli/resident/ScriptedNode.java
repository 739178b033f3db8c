package org.peerlock.cli.resident;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A resident node that gives the responses of a script. */
final class ScriptedNode implements AutoCloseable {

    /** @param status empty if the node ends instead of responding */
    record Response(String status, String body) {}

    private static final Pattern WAIT = Pattern.compile(".*[?]wait=(\\d+)ms");

    private final Map<String, List<Response>> script = new HashMap<>();
    private final Map<String, String> bodies = new ConcurrentHashMap<>();
    private final List<SocketChannel> connections = new ArrayList<>();
    private final ServerSocketChannel server;
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param script the responses to each kind of request, in turn; the last one is repeated */
    ScriptedNode(Path socket, Map<String, List<Response>> script) throws IOException {
        script.forEach((request, responses) -> this.script.put(request, new ArrayList<>(responses)));
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        new Thread(this::accept, "scripted-node").start();
    }

    /** The command runs: its lock may be lost now. */
    void commandRuns() {
        running.countDown();
    }

    /** The body of the last request of this kind. */
    String lastBody(String request) {
        return bodies.getOrDefault(request, "");
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel connection = server.accept();
                synchronized (connections) {
                    connections.add(connection);
                }
                new Thread(() -> serve(connection), "scripted-connection").start();
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private void serve(SocketChannel connection) {
        try (connection;
                InputStream in = Channels.newInputStream(connection);
                OutputStream out = Channels.newOutputStream(connection)) {
            while (true) {
                String head = head(in);
                String path = head.split(" ", 3)[1];
                String request = request(path);
                bodies.put(request, new String(in.readNBytes(length(head)), StandardCharsets.UTF_8));
                Matcher wait = WAIT.matcher(path);
                Response response = next(request);
                boolean unchanged = response.body().contains("\"held\":true");
                long waitMillis = wait.matches() ? Long.parseLong(wait.group(1)) : 0;
                if (unchanged && closed.await(waitMillis, TimeUnit.MILLISECONDS)) {
                    return;
                } else if (waitMillis > 0 && !unchanged) {
                    running.await();
                }
                if (response.status().isEmpty()) {
                    close();
                    return;
                }
                byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
                out.write(("HTTP/1.1 " + response.status() + " any\r\ncontent-length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(body);
            }
        } catch (IOException e) {
            // The client has ended the connection.
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized Response next(String request) {
        List<Response> responses = script.getOrDefault(request, List.of(new Response("404", "{}")));
        return responses.size() > 1 ? responses.remove(0) : responses.get(0);
    }

    private static String request(String path) {
        Matcher name = Pattern.compile("/v1/([a-z]+).*").matcher(path);
        return name.matches() ? name.group(1) : "hello";
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static int length(String head) {
        Matcher length = Pattern.compile("(?is).*content-length: *(\\d+).*").matcher(head);
        return length.matches() ? Integer.parseInt(length.group(1)) : 0;
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        running.countDown();
        server.close();
        synchronized (connections) {
            for (SocketChannel connection : connections) {
                connection.close();
            }
        }
    }
}
