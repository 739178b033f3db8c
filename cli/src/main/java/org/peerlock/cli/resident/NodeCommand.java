package org.peerlock.cli.resident;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockBuilder;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.SystemSignal;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.internal.text.FailureText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code peerlock node}. */
@Command(
        name = "node",
        description = {
            "Run a resident node: a member of a cluster that serves the other programs of this user on this machine.",
            "",
            "While it runs, 'run', 'who', 'members' and 'locks' use it; 'run' then does not start Java, if there is"
                    + " a perl. Any program that speaks HTTP can use it, too: see docs/NODE.md. It stays in the"
                    + " foreground until SIGTERM or SIGINT, and then leaves the cluster.",
            "",
            "It listens at the Unix-domain socket node.sock in the directory of the cluster. A client needs the"
                    + " token in the file node.token there, which only you can read."
                    + " Its heap has at most 128 MiB, unless JAVA_TOOL_OPTIONS says otherwise."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  peerlock node &",
            "  peerlock run backup -- ./backup.sh    # through the node",
            "",
            "  peerlock node --cluster orders &",
            "  cd ~/.peerlock/orders",
            "  printf 'Authorization: Bearer %%s' \"$(cat node.token)\" |",
            "    curl --unix-socket node.sock -H @- http://node/v1/members",
            "",
            "Never pass the token as an argument: other users see the arguments of a process."
        })
public final class NodeCommand implements Callable<Integer> {

    private static final int LAST_PORT = 65_535;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions options = new ClusterOptions();

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "the name of this node for others; by default: node and its process id")
    private @Nullable String label;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "also serve HTTP at this port of the loopback address; 0 for any free port")
    private @Nullable Integer port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "with --port: serve at this address instead of the loopback address, such as 0.0.0.0; needs"
                    + " --certificate and --key")
    private @Nullable String host;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "with --port: serve HTTPS, with this certificate in PEM format")
    private @Nullable Path certificate;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "the private key of --certificate in PEM format (PKCS#8), unencrypted")
    private @Nullable Path key;

    @Mixin
    private final JoinOptions join = new JoinOptions();

    @Override
    public Integer call() throws InterruptedException {
        System.setProperty("org.slf4j.simpleLogger.log.org.peerlock", "info"); // before the first logger exists
        String name = label == null ? "node " + ProcessHandle.current().pid() : label;
        PeerlockBuilder builder = ClusterClients.builder(options, join, name);
        HttpEndpoint http = httpEndpoint();
        try (SingleInstanceLock singleInstanceLock = SingleInstanceLock.acquire(residentFiles());
                NodeServer server = new NodeServer(ClusterClients.join(builder), singleInstanceLock.residentFiles())) {
            serve(singleInstanceLock.residentFiles(), server, http);
        } catch (IOException e) {
            String denied = e instanceof AccessDeniedException ? "permission denied: " : "";
            throw new CommandException(
                    Exit.UNAVAILABLE,
                    "cannot serve clients: " + denied + e.getMessage()
                            + "; check that you may write to the directory, or choose another one with --registry");
        }
        return Exit.OK;
    }

    /** Null without a port. */
    private @Nullable HttpEndpoint httpEndpoint() {
        if (port == null) {
            if (host != null || certificate != null || key != null) {
                throw new ParameterException(
                        spec.commandLine(), "--host, --certificate and --key are for --port; give a --port, too");
            }
            return null;
        } else if (port < 0 || port > LAST_PORT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "there is no port " + port + "; choose one from 1 to " + LAST_PORT + ", or 0 for any free port");
        }
        return HttpEndpoint.of(host, port, certificate, key);
    }

    /** Creates the directory if there is none, as a registry of files does. */
    private ResidentFiles residentFiles() {
        try {
            var unused = new FileRegistryStore(options.directory());
            return new ResidentFiles(options.directory().toRealPath());
        } catch (IOException e) {
            throw new CommandException(
                    Exit.UNAVAILABLE,
                    "the registry cannot be used: " + FailureText.of(e) + "; choose another directory with --registry");
        }
    }

    private void serve(ResidentFiles residentFiles, NodeServer server, @Nullable HttpEndpoint http)
            throws InterruptedException {
        String also = http == null ? "" : " and " + http.url(listenAt(http, server));
        CountDownLatch stop = new CountDownLatch(1);
        for (String signal : List.of("TERM", "INT", "HUP")) {
            var unused = new SystemSignal(signal).handle(stop::countDown);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "peerlock: node of cluster '" + options.cluster() + "' listening at " + residentFiles.socket() + also);
        out.flush();
        stop.await();
        out.println("peerlock: leaving cluster '" + options.cluster() + "'");
        out.flush();
    }

    private static int listenAt(HttpEndpoint http, NodeServer server) {
        try {
            return server.listenAt(http.address(), http.tls());
        } catch (IOException e) {
            throw new CommandException(
                    Exit.UNAVAILABLE, e.getMessage() + "; choose another --port, or 0 for any free port");
        }
    }
}
