package org.peerlock.cli.resident;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockException;
import org.peerlock.cli.client.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a client. It serves one request after another, each with the token. It checks the token before it keeps
 * anything of the body, and closes the connection of a client without the token.
 */
@SuppressWarnings("FutureReturnValueIgnored") // channelInactive reports the end of a channel
final class HttpConnectionHandler extends SimpleChannelInboundHandler<HttpObject> {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnectionHandler.class);

    private static final long AUTHENTICATION_TIMEOUT_SECONDS = 10;

    private static final int MAX_BODY_BYTES = 64 << 10;

    private final HttpApi httpApi;
    private final BearerToken bearerToken;
    private final ConnectionLimit limit;
    private final boolean crowded;
    private boolean authenticated;
    /** The request whose body is arriving; null if none is, or if the rest of the body is skipped. */
    private @Nullable HttpRequest receiving;
    /**
     * A copy of what has arrived of the body. A chunk itself would keep its whole receive buffer in memory, and that may be
     * thousands of times as long.
     */
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    /** The response to the request that is under way. */
    private @Nullable CompletableFuture<ApiResponse> pending;

    /** @param crowded whether there are too many connections, so that this one is refused */
    HttpConnectionHandler(HttpApi httpApi, BearerToken bearerToken, ConnectionLimit limit, boolean crowded) {
        this.httpApi = httpApi;
        this.bearerToken = bearerToken;
        this.limit = limit;
        this.crowded = crowded;
    }

    /** A client without the token does not occupy a connection for long. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (crowded) {
            write(context, tooMany(), false);
        } else {
            context.executor()
                    .schedule(() -> requireAuthentication(context), AUTHENTICATION_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static ApiResponse tooMany() {
        return new ApiException(
                        HttpResponseStatus.TOO_MANY_REQUESTS,
                        "there are too many connections",
                        "close some; the limit is " + NodeServer.MAX_CONNECTIONS)
                .response();
    }

    private void requireAuthentication(ChannelHandlerContext context) {
        if (!authenticated) {
            context.close();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part instanceof HttpRequest request) {
            begin(context, request);
        }
        if (part instanceof HttpContent content && receiving != null) {
            receive(context, receiving, content);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        receiving = null;
        if (crowded || pending != null) {
            context.close(); // the client did not wait for the response
            return;
        }
        try {
            admit(request);
        } catch (ApiException e) {
            refuse(context, e);
            return;
        }
        authenticated = true;
        limit.authenticated(context.channel());
        receiving = request;
        body.reset();
        if (HttpUtil.is100ContinueExpected(request)) {
            context.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    private void receive(ChannelHandlerContext context, HttpRequest request, HttpContent content) {
        if (content.decoderResult().isFailure()) {
            receiving = null;
            refuse(context, notHttp(content));
        } else if (body.size() + content.content().readableBytes() > MAX_BODY_BYTES) {
            receiving = null;
            write(context, tooLong(), true); // the rest of the request is skipped
        } else {
            copy(content);
            if (content instanceof LastHttpContent) {
                receiving = null;
                serve(context, request);
            }
        }
    }

    private void copy(HttpContent content) {
        try {
            content.content().readBytes(body, content.content().readableBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers, closes the connection, and reads no more from it. */
    private static void refuse(ChannelHandlerContext context, ApiException reason) {
        context.channel().config().setAutoRead(false);
        write(context, reason.response(), false);
    }

    private static ApiResponse tooLong() {
        return new ApiException(
                        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                        "the request is too long",
                        "send at most " + MAX_BODY_BYTES + " bytes")
                .response();
    }

    private void serve(ChannelHandlerContext context, HttpRequest request) {
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        CompletableFuture<ApiResponse> answer = answer(context, request);
        pending = answer;
        answer.whenComplete((given, failure) -> {
            if (answer.isCancelled()) {
                return; // the connection has ended, so nobody waits for the response
            }
            ApiResponse any = given != null ? given : errorResponse(failure);
            try {
                context.executor().execute(() -> finish(context, any, keepAlive));
            } catch (RejectedExecutionException e) {
                LOG.debug("The node has stopped before it could answer a request", e);
            }
        });
    }

    private CompletableFuture<ApiResponse> answer(ChannelHandlerContext context, HttpRequest request) {
        try {
            return httpApi.handle(
                    request.method(),
                    request.uri(),
                    body.toByteArray(),
                    context.channel(),
                    HttpUtil.isKeepAlive(request));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static ApiException notHttp(HttpObject part) {
        return new ApiException(
                HttpResponseStatus.BAD_REQUEST,
                "this is not HTTP: " + part.decoderResult().cause().getMessage(),
                HttpApi.SEE_DOCUMENTATION);
    }

    private void admit(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            throw notHttp(request);
        }
        if (request.headers().contains(HttpHeaderNames.ORIGIN)) {
            throw new ApiException(
                    HttpResponseStatus.FORBIDDEN,
                    "web pages may not use this node",
                    "use a program that sends no Origin header");
        }
        if (!bearerToken.admits(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            throw new ApiException(
                    HttpResponseStatus.UNAUTHORIZED,
                    "the token is missing or wrong",
                    "send 'Authorization: Bearer TOKEN'; docs/NODE.md says where its user finds the token");
        }
    }

    private static ApiResponse errorResponse(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ApiException apiException) {
            return apiException.response();
        }
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof IllegalArgumentException) {
            return new ApiResponse(
                    HttpResponseStatus.BAD_REQUEST, new Protocol.ErrorResponse(message, HttpApi.SEE_DOCUMENTATION));
        } else if (cause instanceof PeerlockException) {
            return new ApiResponse(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    new Protocol.ErrorResponse(message, "see the log of the node"));
        }
        LOG.warn("A request failed", cause);
        return new ApiResponse(
                HttpResponseStatus.INTERNAL_SERVER_ERROR,
                new Protocol.ErrorResponse(cause.toString(), "this is a defect; please report it"));
    }

    private void finish(ChannelHandlerContext context, ApiResponse apiResponse, boolean keepAlive) {
        pending = null;
        try {
            write(context, apiResponse, keepAlive && authenticated);
        } catch (RuntimeException | Error e) { // the client must not wait for ever
            LOG.warn("The response to a request could not be written", e);
            context.close();
        }
    }

    static void write(ChannelHandlerContext context, ApiResponse apiResponse, boolean keepAlive) {
        byte[] body = (Protocol.MAPPER.writeValueAsString(apiResponse.body()) + "\n").getBytes(StandardCharsets.UTF_8);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, apiResponse.status(), Unpooled.wrappedBuffer(body));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        HttpUtil.setContentLength(response, body.length);
        HttpUtil.setKeepAlive(response, keepAlive);
        var written = context.writeAndFlush(response);
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (pending != null) {
            pending.cancel(false);
        }
        httpApi.connectionClosed(context.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("The connection of a client failed", cause);
        context.close();
    }
}
