package org.peerlock.registry.http;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The body of a request that is sent at most once. The client asks for the body when it has a
 * connection and has sent the headers. So a request whose body nobody has asked for was not sent,
 * and a server does nothing for it.
 *
 * <p>A client that repeats a request asks for the body again, and does not get it. The JDK's client
 * does that for every method if an application sets {@code jdk.httpclient.enableAllMethodRetry}.
 */
final class OneTimeBody implements BodyPublisher {

    private enum State {
        HERE,
        HANDED_OVER,
        REVOKED
    }

    private final BodyPublisher content;
    private final AtomicReference<State> state = new AtomicReference<>(State.HERE);

    OneTimeBody(byte[] content) {
        this.content = BodyPublishers.ofByteArray(content);
    }

    /** Keeps the request from being sent. Returns false if it is too late. */
    boolean revoke() {
        return state.compareAndSet(State.HERE, State.REVOKED) || state.get() == State.REVOKED;
    }

    @Override
    public long contentLength() {
        return content.contentLength();
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
        if (state.compareAndSet(State.HERE, State.HANDED_OVER)) {
            content.subscribe(subscriber);
        } else {
            subscriber.onSubscribe(new Subscription() {
                @Override
                public void request(long n) {}

                @Override
                public void cancel() {}
            });
            subscriber.onError(new IOException("the request is not sent, or not sent again"));
        }
    }
}
