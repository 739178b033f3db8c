package org.peerlock.cli.resident;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/**
 * Where a resident node serves HTTP beside its Unix-domain socket. Beyond the loopback address only with TLS: otherwise everybody
 * on the way could read the token.
 *
 * @param tls null without TLS
 */
record HttpEndpoint(InetSocketAddress address, @Nullable SslContext tls) {

    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /**
     * Checks what the user has chosen.
     *
     * @param host null for the loopback address
     * @throws CommandException if the connections would not be protected, or a file cannot be used
     */
    static HttpEndpoint of(@Nullable String host, int port, @Nullable Path certificate, @Nullable Path key) {
        if ((certificate == null) != (key == null)) {
            throw new CommandException(Exit.USAGE, "--certificate and --key belong together; give both");
        }
        InetAddress address = host == null ? InetAddress.getLoopbackAddress() : lookUp(host);
        if (certificate == null || key == null) {
            if (!address.isLoopbackAddress()) {
                throw new CommandException(
                        Exit.USAGE,
                        "--host " + host
                                + " can be reached from other machines, and without TLS everybody on the way could"
                                + " read the token; give --certificate and --key, or leave out --host");
            }
            return new HttpEndpoint(new InetSocketAddress(address, port), null);
        }
        return new HttpEndpoint(new InetSocketAddress(address, port), tls(certificate, key));
    }

    private static InetAddress lookUp(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new CommandException(Exit.USAGE, "there is no host " + host + "; check --host");
        }
    }

    private static SslContext tls(Path certificate, Path key) {
        for (Path file : List.of(certificate, key)) {
            if (!Files.isReadable(file)) {
                throw new CommandException(
                        Exit.USAGE, "the file " + file + " cannot be read; check --certificate and --key");
            }
        }
        try {
            return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .protocols(PROTOCOLS)
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new CommandException(
                    Exit.USAGE,
                    "the certificate " + certificate + " and the key " + key + " cannot be used: " + e.getMessage()
                            + "; both must be in PEM format, and the key unencrypted in PKCS#8");
        }
    }

    /** The URL of the node, at the port at which it listens. */
    String url(int port) {
        String host = address.getAddress().getHostAddress();
        return (tls == null ? "http" : "https") + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + port;
    }
}
