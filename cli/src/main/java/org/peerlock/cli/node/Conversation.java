package org.peerlock.cli.node;

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
import org.peerlock.cli.access.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection of a client: one request after another, each with the token. */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that is closed tells so itself
final class Conversation extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    private static final long SECONDS_TO_INTRODUCE = 10;

    private final Api api;
    private final Token token;
    private final boolean crowded;
    private boolean introduced;
    /** What the request that is under way will be answered with. */
    private @Nullable CompletableFuture<Answer> underWay;

    /** @param crowded whether there are too many connections already, so that this one is told so and closed */
    Conversation(Api api, Token token, boolean crowded) {
        this.api = api;
        this.token = token;
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

    private static Answer tooMany() {
        return new Refusal(
                        HttpResponseStatus.TOO_MANY_REQUESTS,
                        "there are too many connections",
                        "close some; " + NodeServer.MOST_CONNECTIONS + " can be open at a time")
                .answer();
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
        CompletableFuture<Answer> answer = answer(context, request);
        underWay = answer;
        answer.whenComplete((given, failure) -> {
            Answer any = given != null ? given : explained(failure);
            try {
                context.executor().execute(() -> finish(context, any, keepAlive));
            } catch (RejectedExecutionException e) {
                LOG.debug("The node has ended before it could answer", e);
            }
        });
    }

    private CompletableFuture<Answer> answer(ChannelHandlerContext context, FullHttpRequest request) {
        try {
            admit(request);
            introduced = true;
            byte[] body = ByteBufUtil.getBytes(request.content());
            return api.answer(request.method(), request.uri(), body, context.channel());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void admit(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            throw new Refusal(
                    HttpResponseStatus.BAD_REQUEST,
                    "this is no HTTP: " + request.decoderResult().cause().getMessage(),
                    "docs/NODE.md shows how requests look");
        }
        if (request.headers().contains(HttpHeaderNames.ORIGIN)) {
            throw new Refusal(
                    HttpResponseStatus.FORBIDDEN,
                    "pages in a browser may not use this node",
                    "use it by a program that sends no Origin");
        }
        if (!token.admits(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            throw new Refusal(
                    HttpResponseStatus.UNAUTHORIZED,
                    "the token is missing or wrong",
                    "send 'Authorization: Bearer TOKEN' with what is in " + token.file());
        }
    }

    private static Answer explained(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal) {
            return refusal.answer();
        }
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof IllegalArgumentException) {
            return new Answer(
                    HttpResponseStatus.BAD_REQUEST,
                    new Protocol.Problem(message, "docs/NODE.md shows how requests look"));
        } else if (cause instanceof IllegalStateException) {
            return new Answer(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    new Protocol.Problem(message, "see what the node has said"));
        }
        LOG.warn("A request has failed", cause);
        return new Answer(
                HttpResponseStatus.INTERNAL_SERVER_ERROR, new Protocol.Problem(cause.toString(), "report it"));
    }

    private void finish(ChannelHandlerContext context, Answer answer, boolean keepAlive) {
        underWay = null;
        try {
            write(context, answer, keepAlive && introduced);
        } catch (RuntimeException | Error e) { // nobody must wait for what will not come
            LOG.warn("A request could not be answered", e);
            context.close();
        }
    }

    static void write(ChannelHandlerContext context, Answer answer, boolean keepAlive) {
        byte[] body = (Protocol.MAPPER.writeValueAsString(answer.body()) + "\n").getBytes(StandardCharsets.UTF_8);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, answer.status(), Unpooled.wrappedBuffer(body));
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
        api.ended(context.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("A connection of a client has failed", cause);
        context.close();
    }
}
