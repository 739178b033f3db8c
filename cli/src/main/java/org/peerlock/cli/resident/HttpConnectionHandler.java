package org.peerlock.cli.resident;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
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

/** A connection of a client: one request after another, each with the token. */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that is closed tells so itself
final class HttpConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnectionHandler.class);

    private static final long SECONDS_TO_INTRODUCE = 10;

    private final HttpApi httpApi;
    private final BearerToken bearerToken;
    private final boolean crowded;
    private boolean introduced;
    /** What the request that is under way will be answered with. */
    private @Nullable CompletableFuture<ApiResponse> underWay;

    /** @param crowded whether there are too many connections already, so that this one is told so and closed */
    HttpConnectionHandler(HttpApi httpApi, BearerToken bearerToken, boolean crowded) {
        this.httpApi = httpApi;
        this.bearerToken = bearerToken;
        this.crowded = crowded;
    }

    /** Who has no token does not keep a place for long. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (crowded) {
            write(context, tooMany(), false);
        } else {
            context.executor().schedule(() -> expectIntroduction(context), SECONDS_TO_INTRODUCE, TimeUnit.SECONDS);
        }
    }

    private static ApiResponse tooMany() {
        return new ApiException(
                        HttpResponseStatus.TOO_MANY_REQUESTS,
                        "there are too many connections",
                        "close some; " + NodeServer.MOST_CONNECTIONS + " can be open at a time")
                .response();
    }

    private void expectIntroduction(ChannelHandlerContext context) {
        if (!introduced) {
            context.close();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (crowded || underWay != null) {
            context.close(); // it did not wait for the answer
            return;
        }
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        CompletableFuture<ApiResponse> answer = answer(context, request);
        underWay = answer;
        answer.whenComplete((given, failure) -> {
            ApiResponse any = given != null ? given : explained(failure);
            try {
                context.executor().execute(() -> finish(context, any, keepAlive));
            } catch (RejectedExecutionException e) {
                LOG.debug("The node has ended before it could answer", e);
            }
        });
    }

    private CompletableFuture<ApiResponse> answer(ChannelHandlerContext context, FullHttpRequest request) {
        try {
            admit(request);
            introduced = true;
            byte[] body = ByteBufUtil.getBytes(request.content());
            return httpApi.handle(request.method(), request.uri(), body, context.channel());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void admit(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            throw new ApiException(
                    HttpResponseStatus.BAD_REQUEST,
                    "this is no HTTP: " + request.decoderResult().cause().getMessage(),
                    "docs/NODE.md shows how requests look");
        }
        if (request.headers().contains(HttpHeaderNames.ORIGIN)) {
            throw new ApiException(
                    HttpResponseStatus.FORBIDDEN,
                    "pages in a browser may not use this node",
                    "use it by a program that sends no Origin");
        }
        if (!bearerToken.admits(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            throw new ApiException(
                    HttpResponseStatus.UNAUTHORIZED,
                    "the token is missing or wrong",
                    "send 'Authorization: Bearer TOKEN' with what is in " + bearerToken.file());
        }
    }

    private static ApiResponse explained(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ApiException apiException) {
            return apiException.response();
        }
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof IllegalArgumentException) {
            return new ApiResponse(
                    HttpResponseStatus.BAD_REQUEST,
                    new Protocol.ErrorResponse(message, "docs/NODE.md shows how requests look"));
        } else if (cause instanceof PeerlockException) {
            return new ApiResponse(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    new Protocol.ErrorResponse(message, "see what the node has said"));
        }
        LOG.warn("A request has failed", cause);
        return new ApiResponse(
                HttpResponseStatus.INTERNAL_SERVER_ERROR, new Protocol.ErrorResponse(cause.toString(), "report it"));
    }

    private void finish(ChannelHandlerContext context, ApiResponse apiResponse, boolean keepAlive) {
        underWay = null;
        try {
            write(context, apiResponse, keepAlive && introduced);
        } catch (RuntimeException | Error e) { // nobody must wait for what will not come
            LOG.warn("A request could not be answered", e);
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
        if (underWay != null) {
            underWay.cancel(false);
        }
        httpApi.connectionClosed(context.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("A connection of a client has failed", cause);
        context.close();
    }
}
