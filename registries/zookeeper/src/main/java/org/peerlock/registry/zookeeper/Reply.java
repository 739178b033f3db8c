package org.peerlock.registry.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.Deadline;

/**
 * The reply to a request that was handed to ZooKeeper's client. The client sends a request at most
 * once.
 */
final class Reply<T> {

    private final CompletableFuture<Code> code = new CompletableFuture<>();
    private volatile @Nullable T value;

    /** Called by ZooKeeper's client. */
    void arrived(int number, @Nullable T result) {
        value = result;
        Code known = Code.get(number);
        code.complete(known == null ? Code.SYSTEMERROR : known);
    }

    /**
     * The result code. {@link Code#OPERATIONTIMEOUT} if there is no reply within the time limit, or
     * the thread was interrupted: the server may still act on the request.
     */
    Code await(Deadline deadline) {
        try {
            return code.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Code.OPERATIONTIMEOUT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Code.OPERATIONTIMEOUT;
        } catch (ExecutionException e) {
            throw new AssertionError("a code is never exceptional", e);
        }
    }

    /** What came with the code {@link Code#OK}. */
    T value() {
        T arrived = value;
        if (arrived == null) {
            throw new IllegalStateException("a reply without a value");
        }
        return arrived;
    }
}
