package org.peerlock.cli.resident;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.peerlock.cli.Eventually.LONG;
import static org.peerlock.cli.Eventually.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.internal.os.CurrentUser;

/** A resident node that may open few files. Another user, without the token, cannot take its locks away by using them up. */
@EnabledOnOs(OS.LINUX)
class FewFilesTest {

    private static final String NOBODY = "65534";
    private static final int MOST_FILES = 400;
    private static final Pattern ADDRESS = Pattern.compile(" (http://127\\.0\\.0\\.1:(\\d+))\n");

    /** Opens many connections, and each again as soon as it is closed. */
    private static final String FLOOD = "use IO::Select; use IO::Socket::INET; $| = 1; my $all = IO::Select->new();"
            + " sub dial { my $s = IO::Socket::INET->new(\"127.0.0.1:$ARGV[0]\") or return; $all->add($s); }"
            + " dial() for 1 .. 600; print \"floods\\n\";"
            + " while (1) { for my $s ($all->can_read(1)) { $all->remove($s); close($s); dial(); } }";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aFloodOfConnectionsTakesNoLock() throws Exception {
        assumeTrue(CurrentUser.id().orElse(1) == CurrentUser.ROOT, "only root can become another user");
        Path log = directory.resolve("log");
        Process node = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n " + MOST_FILES + "; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.peerlock.cli.Main",
                        "node",
                        "--port",
                        "0",
                        "--registry",
                        directory.resolve("registry").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await(() -> ADDRESS.matcher(Files.readString(log)).find());
            Matcher address = ADDRESS.matcher(Files.readString(log));
            assertThat(address.find()).isTrue();
            isHeldDuringAFlood(address.group(1), address.group(2));
            node.destroy();
            assertThat(node.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(log)).doesNotContain("Exception", "cannot be written");
        } finally {
            node.destroyForcibly().waitFor();
        }
    }

    private void isHeldDuringAFlood(String uri, String port) throws Exception {
        String grant = grant(send(uri + "/v1/acquire", "{\"lock\":\"x\",\"lease\":\"10m\"}"));
        Process flood = new ProcessBuilder(
                        "setpriv",
                        "--reuid=" + NOBODY,
                        "--regid=" + NOBODY,
                        "--clear-groups",
                        "perl",
                        "-e",
                        FLOOD,
                        port)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = flood.inputReader(UTF_8)) {
            assertThat(said.readLine()).isEqualTo("floods");
            assertThat(send(uri + "/v1/grants/" + grant + "?wait=8s", "")) // longer than its lease
                    .contains("\"held\":true");
        } finally {
            flood.destroyForcibly().waitFor();
        }
    }

    private static String grant(String response) {
        Matcher grant =
                Pattern.compile(".*\"grant\":\"([0-9a-f]+)\".*", Pattern.DOTALL).matcher(response);
        assertThat(grant.matches()).as(response).isTrue();
        return grant.group(1);
    }

    /** @param body empty for GET */
    private String send(String uri, String body) throws IOException, InterruptedException {
        String token =
                Files.readString(directory.resolve("registry/node.token")).strip();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(uri)).header("Authorization", "Bearer " + token);
        request = body.isEmpty() ? request.GET() : request.POST(HttpRequest.BodyPublishers.ofString(body));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
