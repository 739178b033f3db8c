package org.peerlock.registry.http;

/** What a server replied. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
public record Reply(int status, byte[] body) {}
