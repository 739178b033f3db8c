package org.peerlock.internal.transport;

import org.peerlock.internal.io.netty.handler.ssl.SslContext;

/**
 * How one connection is encrypted.
 *
 * @param context makes the handler that encrypts
 * @param ownCertificate the hash of the certificate that this node shows
 */
record TlsChannel(SslContext context, String ownCertificate) {}
