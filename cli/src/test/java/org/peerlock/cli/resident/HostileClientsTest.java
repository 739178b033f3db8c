package org.peerlock.cli.resident;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.Peerlock;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.MemberClient;
import org.peerlock.cli.client.ResidentFiles;
import picocli.CommandLine;

/** Other users of the machine can connect to the port of a resident node. Its own user does not notice. */
class HostileClientsTest {

    private static final int PATIENCE_MILLIS = 60_000;
    private static final String NOBODY = "65534";
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final Path PERL = Path.of("/usr/bin/perl");

    private static final byte[] CHUNK = ("1;" + "e".repeat(3_500) + "\r\nX\r\n").getBytes(US_ASCII);

    @TempDir
    Path directory;

    private ResidentFiles residentFiles;
    private Peerlock peerlock;
    private NodeServer server;
    private int port;
    private final List<Socket> strangers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        ClusterOptions options = CommandLine.populateCommand(new ClusterOptions(), "--registry", directory.toString());
        residentFiles = new ResidentFiles(directory);
        peerlock = ClusterClients.join(ClusterClients.builder(options, new JoinOptions(), "resident"));
        server = new NodeServer(peerlock, residentFiles);
        port = server.listenAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null);
    }

    @AfterEach
    void stop() throws Exception {
        assertOwnerIsServed();
        for (Socket each : strangers) {
            each.close();
        }
        server.close();
    }

    private void assertOwnerIsServed() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1"))
                .header(
                        "Authorization",
                        "Bearer " + Files.readString(residentFiles.token()).strip())
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).contains("\"protocol\"");
        assertThat(response.statusCode()).isEqualTo(200);
    }

    private Socket connect() throws IOException {
        Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port);
        stranger.setSoTimeout(PATIENCE_MILLIS);
        strangers.add(stranger);
        return stranger;
    }

    private static void awaitEnd(Socket stranger) throws IOException {
        try {
            stranger.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // a reset is an end, too
        }
    }

    @Test
    void manySilentConnectionsDoNotKeepTheOwnerOut() throws Exception {
        for (int i = 0; i < NodeServer.MAX_CONNECTIONS + 100; i++) {
            connect();
        }
        assertOwnerIsServed();
    }

    @Test
    void garbageIsAnsweredAndTheConnectionClosed() throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < 20; i++) {
            byte[] garbage = new byte[200];
            random.nextBytes(garbage);
            Socket stranger = connect();
            stranger.getOutputStream().write(garbage);
            stranger.getOutputStream().write("\r\n\r\n".getBytes(US_ASCII));
            awaitEnd(stranger);
        }
    }

    /** The node waits ten seconds for a token; all of these wait together. */
    @Test
    void silentAndUnfinishedRequestsAreHungUpOn() throws IOException {
        Socket silent = connect();
        Socket inTheHeader = connect();
        inTheHeader.getOutputStream().write("GET /v1 HTTP/1.1\r\nHost: lo".getBytes(US_ASCII));
        Socket inTheBody = connect();
        inTheBody
                .getOutputStream()
                .write("POST /v1/acquire HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{"
                        .getBytes(US_ASCII));
        for (Socket each : List.of(silent, inTheHeader, inTheBody)) {
            awaitEnd(each);
        }
    }

    /** Each chunk has one byte, and an extension that is thousands of times as long. The body never ends. */
    @Test
    void aRequestWithoutTheTokenIsAnsweredBeforeItsBodyIsComplete() throws IOException {
        for (int i = 0; i < 10; i++) {
            Socket stranger = connect();
            stranger.getOutputStream().write(head("Host: localhost"));
            String answer = new String(stranger.getInputStream().readAllBytes(), UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 401 Unauthorized");
        }
        for (int i = 0; i < 10; i++) {
            Socket stranger = connect();
            try {
                stranger.getOutputStream().write(head("Host: localhost"));
                for (int chunk = 0; chunk < 2_000; chunk++) {
                    stranger.getOutputStream().write(CHUNK);
                }
            } catch (SocketException e) {
                // the node has closed the connection
            }
            awaitEnd(stranger);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void chunksOfABodyDoNotKeepTheirReceiveBuffers(boolean withToken) throws IOException {
        Path file = directory.resolve("another-token");
        BearerToken token = BearerToken.write(file);
        EmbeddedChannel channel = new EmbeddedChannel();
        HttpApi api = new HttpApi(new MemberClient(peerlock), channel.eventLoop(), Runnable::run);
        channel.pipeline()
                .addLast(new HttpServerCodec(), new HttpConnectionHandler(api, token, new ConnectionLimit(1), false));
        String sent = withToken ? Files.readString(file).strip() : "0";
        channel.writeInbound(Unpooled.wrappedBuffer(head("Authorization: Bearer " + sent)));
        List<ByteBuf> received = new ArrayList<>();
        for (int chunk = 0; chunk < 100 && channel.isOpen(); chunk++) {
            ByteBuf buffer = Unpooled.copiedBuffer(CHUNK);
            received.add(buffer);
            channel.writeInbound(buffer);
        }
        assertThat(received).allMatch(buffer -> buffer.refCnt() == 0);
        assertThat(channel.isOpen()).isEqualTo(withToken);
        channel.finishAndReleaseAll();
    }

    private static byte[] head(String header) {
        return ("POST /v1/acquire HTTP/1.1\r\n" + header + "\r\nTransfer-Encoding: chunked\r\n\r\n").getBytes(US_ASCII);
    }

    @Test
    void anotherUserReadsNoTokenReachesNoSocketAndIsRefusedAtThePort() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(SETPRIV) && Files.isExecutable(PERL));
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can become another user");
        Process stranger = new ProcessBuilder(
                        SETPRIV.toString(),
                        "--reuid=" + NOBODY,
                        "--regid=" + NOBODY,
                        "--clear-groups",
                        PERL.toString(),
                        "-MIO::Socket::INET",
                        "-MIO::Socket::UNIX",
                        "-e",
                        "my ($token, $socket, $port) = @ARGV;"
                                + " print open(my $f, '<', $token) ? 'token' : \"no token\", \"\\n\";"
                                + " print IO::Socket::UNIX->new(Peer => $socket) ? 'socket' : 'no socket', \"\\n\";"
                                + " my $s = IO::Socket::INET->new(\"127.0.0.1:$port\") or die;"
                                + " print $s \"GET /v1 HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer 0\\r\\n\\r\\n\";"
                                + " print scalar(<$s>);",
                        residentFiles.token().toString(),
                        residentFiles.socket().toString(),
                        Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        assertThat(new String(stranger.getInputStream().readAllBytes(), UTF_8).lines())
                .containsExactly("no token", "no socket", "HTTP/1.1 401 Unauthorized");
        assertThat(stranger.waitFor()).isZero();
    }
}
